import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { notLoaded } from "../../../../app/api-error.ts";
import { Panel, type PanelState } from "../../../../components/panel/Panel.tsx";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import classes from "../profile.module.css";
import { sessionsQuery } from "../view/profile-queries.ts";
import { EndSessions } from "./EndSessions.tsx";
import { type Session, SessionRow } from "./SessionRow.tsx";

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
      title="Where you are signed in"
      flush
      state={stateOf(sessions)}
      refreshing={sessions.isPlaceholderData}
      skeleton={<Bones />}
      actions={
        others.length > 1 && (
          <Button variant="default" onClick={() => askToEnd(others)}>
            End all others
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
            Show all {rows.length}
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

function stateOf(sessions: {
  isError: boolean;
  error: Error | null;
  isPending: boolean;
  data: readonly Session[] | undefined;
  refetch: () => unknown;
}): PanelState {
  if (sessions.isError) {
    const message = notLoaded("Your sessions", sessions.error);
    return { kind: "error", message, onRetry: () => void sessions.refetch() };
  }
  if (sessions.isPending) return { kind: "loading" };
  return sessions.data?.length === 0
    ? { kind: "empty", sentence: "No session is listed. Sign out and in again to see this one." }
    : { kind: "ready" };
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
