import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../../../app/api.ts";
import { ApiError } from "../../../../app/api-error.ts";
import { toast } from "../../../../app/toast.ts";
import { formatCount } from "../../../../components/format.ts";
import { ConfirmDialog } from "../../../admin/property/entry/ConfirmDialog.tsx";
import { sessionsQuery } from "../view/profile-queries.ts";
import { deviceName } from "./device-name.ts";
import type { Session } from "./SessionRow.tsx";

interface Props {
  /** Those to end, all of them others than the one that asks. */
  sessions: readonly Session[];
  opened: boolean;
  onClose: () => void;
}

/** Asks before sessions are ended. */
export function EndSessions({ sessions, opened, onClose }: Props): ReactNode {
  const client = useQueryClient();
  const [only] = sessions;
  const isOne = sessions.length === 1 && only !== undefined;
  const end = async () => {
    try {
      for (const { id } of sessions) await call("DELETE /v1/me/sessions/{id}", { params: { id } }).catch(unlessGone);
    } catch (error) {
      // Some may have ended before one did not.
      void client.invalidateQueries({ queryKey: sessionsQuery().queryKey });
      throw error;
    }
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={isOne ? "End this session?" : `End ${formatCount(sessions.length, "other session")}?`}
      action={isOne ? "End session" : "End all others"}
      write={end}
      onDone={() => {
        onClose();
        toast({
          title: isOne ? "Session ended" : "Sessions ended",
          message: isOne ? "It has to sign in again." : "You are signed in here only.",
        });
      }}
    >
      <p>
        {isOne ? `${deviceName(only.user_agent)} is` : "All of them are"} signed out at once; what was typed there and
        not saved is lost. You stay signed in here.
      </p>
      <p>Was one of them not you? Change your password as well: it ends all other sessions, too.</p>
    </ConfirmDialog>
  );
}

/** One that has ended by itself is what was wanted. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}
