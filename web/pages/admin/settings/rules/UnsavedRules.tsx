import { Button } from "@mantine/core";
import { useBlocker } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import entryClasses from "../../property/entry/entry.module.css";

/** Asks before numbers that are not saved are left behind: for another screen, tab or organization. */
export function UnsavedRules({ isUnsaved }: { isUnsaved: boolean }): ReactNode {
  const { status, proceed, reset } = useBlocker({
    // A session that ended leads to the login page whatever is typed.
    shouldBlockFn: ({ next }) => isUnsaved && next.pathname !== "/login",
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <Dialog
      opened={status === "blocked"}
      onClose={() => reset?.()}
      title="Leave without saving?"
      size="small"
      footer={
        <>
          <Button variant="default" data-autofocus onClick={() => reset?.()}>
            Stay
          </Button>
          <Button className={entryClasses.destructive} onClick={() => proceed?.()}>
            Leave
          </Button>
        </>
      }
    >
      <p>The numbers that you changed are not saved, and are lost when you leave. What was saved before stays.</p>
    </Dialog>
  );
}
