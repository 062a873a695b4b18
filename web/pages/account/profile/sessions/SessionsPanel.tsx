import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type CallAnswer, call } from "../../../../app/api.ts";
import { ApiError } from "../../../../app/api-error.ts";
import { ConfirmDialog } from "../../../../app/form/ConfirmDialog.tsx";
import { panelOf } from "../../../../app/query-state.ts";
import { toast } from "../../../../app/toast.ts";
import { Panel } from "../../../../components/panel/Panel.tsx";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import classes from "../profile.module.css";
import { sessionsQuery } from "../view/profile-queries.ts";
import { deviceName, isPhone } from "./device-name.ts";
import { lastSeen, momentOf } from "./last-seen.ts";

/** Where the account is signed in, with the way to end what should not be. */
export function SessionsPanel(): ReactNode {
  const sessions = useQuery(sessionsQuery());
  const [sessionsToEnd, setSessionsToEnd] = useState<readonly Session[]>([]);
  const [opened, setOpened] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const rows = sessions.data ?? [];
  const shown = isWhole ? rows : firstSessions(rows);
  const others = rows.filter(({ current }) => !current);
  const askToEnd = (which: readonly Session[]) => {
    setSessionsToEnd(which);
    setOpened(true);
  };
  return (
    <Panel
      title={t`Where you are signed in`}
      flush
      state={panelOf(sessions, t`Your sessions`, ({ length }) =>
        length === 0 ? t`No session is listed. Sign out and in again to see this one.` : undefined,
      )}
      refreshing={sessions.isPlaceholderData}
      skeleton={<Bones />}
      actions={
        others.length > 1 && (
          <Button variant="default" onClick={() => askToEnd(others)}>
            <Trans>End all others</Trans>
          </Button>
        )
      }
    >
      <ul className={classes.sessions}>
        {shown.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => askToEnd([session])} />
        ))}
      </ul>
      {shown.length < rows.length && (
        <div className={classes.all}>
          <Button variant="default" onClick={() => setWhole(true)}>
            <Trans>Show all {rows.length}</Trans>
          </Button>
        </div>
      )}
      <EndSessions sessions={sessionsToEnd} opened={opened} onClose={() => setOpened(false)} />
    </Panel>
  );
}

const FIRST = 5;

/** This session, then those last used. */
function firstSessions(rows: readonly Session[]): readonly Session[] {
  const own = rows.filter(({ current }) => current);
  return [...own, ...rows.filter(({ current }) => !current)].slice(0, FIRST);
}

/** As high as a session: most people have one or two. */
function Bones(): ReactNode {
  return (
    <ul className={classes.sessions} aria-hidden="true">
      {["first", "second"].map((row) => (
        <li key={row}>
          <Skeleton width={20} />
          <div>
            <Skeleton width="40%" />
          </div>
        </li>
      ))}
    </ul>
  );
}

interface Props {
  /** Those to end, all of them others than the one that asks. */
  sessions: readonly Session[];
  opened: boolean;
  onClose: () => void;
}

/** Asks before sessions are ended. */
function EndSessions({ sessions, opened, onClose }: Props): ReactNode {
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
      title={
        isOne
          ? t`End this session?`
          : t`End ${plural(sessions.length, { one: "# other session", other: "# other sessions" })}?`
      }
      action={isOne ? t`End session` : t`End all others`}
      write={end}
      onDone={() => {
        onClose();
        toast({
          title: isOne ? t`Session ended` : t`Sessions ended`,
          message: isOne ? t`It has to sign in again.` : t`You are signed in here only.`,
        });
      }}
    >
      <p>
        <Trans>
          {isOne ? t`${deviceName(only.user_agent)} is` : t`All of them are`} signed out at once; what was typed there
          and not saved is lost. You stay signed in here.
        </Trans>
      </p>
      <p>
        <Trans>Was one of them not you? Change your password as well: it ends all other sessions, too.</Trans>
      </p>
    </ConfirmDialog>
  );
}

/** A session that has already expired counts as ended. */
function unlessGone(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}

type Session = CallAnswer<"GET /v1/me/sessions">["results"][number];

/** One place where the account is signed in: what, where from, since when, last used. */
function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }): ReactNode {
  const { current, ip_address, signed_in_at, last_seen_at, user_agent } = session;
  const name = deviceName(user_agent);
  const Icon = isPhone(user_agent) ? IconDeviceMobile : IconDeviceDesktop;
  const place = ip_address === "" ? [] : [t`from ${ip_address}`];
  const facts = [...place, t`signed in ${momentOf(signed_in_at)}`, t`last used ${lastSeen(last_seen_at, Date.now())}`];
  return (
    <li aria-current={current || undefined}>
      <Icon size={20} stroke={1.5} aria-hidden="true" />
      <div>
        <p title={user_agent}>{name}</p>
        <p className={classes.fine}>{facts.join(" · ")}</p>
      </div>
      {current ? (
        <span className={classes.here}>
          <Trans>This session</Trans>
        </span>
      ) : (
        <Button variant="default" onClick={onEnd} aria-label={t`End ${name}, ${facts.join(", ")}`}>
          <Trans>End</Trans>
        </Button>
      )}
    </li>
  );
}
