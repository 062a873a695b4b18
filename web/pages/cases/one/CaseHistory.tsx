import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CaseEvent, WholeCase } from "../../../../contract/leaks/cases.ts";
import { mayAccess } from "../../../app/access.ts";
import { call } from "../../../app/api.ts";
import { sentenceOf } from "../../../app/api-error.ts";
import { QueryFailure } from "../../../app/QueryPanel.tsx";
import type { QueryResult } from "../../../app/query-state.ts";
import { toast } from "../../../app/toast.ts";
import { useMe } from "../../../app/use-me.ts";
import { Panel } from "../../../components/panel/Panel.tsx";
import { dayAtProperty } from "../../property/leak-detail/view/property-time.ts";
import { forgetCases } from "../report/cases-calls.ts";
import { CasePhotos } from "./CasePhotos.tsx";
import classes from "./case.module.css";
import { type CaseMessage, caseHistory, entryTime, type HistoryEntry } from "./case-history.ts";

interface Props {
  whole: WholeCase;
  /** Those that were sent about it; left out: they are not shown. */
  messages?: QueryResult<readonly CaseMessage[]>;
  canUndo?: boolean;
}

/** What the meters showed, what people reported, each report with a way to undo it, and the messages about it. */
export function CaseHistory({ whole, messages, canUndo = true }: Props): ReactNode {
  const client = useQueryClient();
  const isManager = mayAccess(useMe(), "property") && canUndo;
  const undo = useMutation({
    mutationFn: (event: CaseEvent) =>
      call("DELETE /v1/cases/{id}/events/{event_id}", { params: { id: whole.id, event_id: event.id } }),
    onSuccess: () => forgetCases(client),
    onError: (error) => toast({ title: t`Not undone`, message: sentenceOf(error), destructive: true }),
  });
  return (
    <Panel title={t`History`} subtitle={t`On the property's clock`}>
      {messages && <QueryFailure query={messages} what={t`The messages`} inline />}
      <ol className={classes.history}>
        {caseHistory(whole, messages?.data).map((entry) => (
          <li
            key={entry.key}
            data-undone={entry.event?.undone_at != null || undefined}
            data-by={entry.event ? "person" : entry.isMessage ? "message" : "data"}
          >
            <p>{entry.text}</p>
            <Note entry={entry} />
            {entry.event && <CasePhotos caseId={whole.id} photos={entry.event.photos} />}
            <footer>
              {entryTime(entry, whole.time_zone)}
              <Undo
                entry={entry}
                undo={isManager ? undo.mutate : null}
                isBusy={undo.isPending}
                zone={whole.time_zone}
              />
            </footer>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Note({ entry: { event } }: { entry: HistoryEntry }): ReactNode {
  if (event === undefined || event.note === "") return null;
  return <p className={classes.note}>{event.note}</p>;
}

function Undo(props: {
  entry: HistoryEntry;
  undo: ((event: CaseEvent) => void) | null;
  isBusy: boolean;
  zone: string;
}): ReactNode {
  const { event, text } = props.entry;
  if (event === undefined) return null;
  if (event.undone_at !== null) {
    return (
      <span>
        <Trans>
          Undone {dayAtProperty(event.undone_at, props.zone)} by {event.undone_by}
        </Trans>
      </span>
    );
  }
  const { undo } = props;
  if (undo === null) return null;
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      loading={props.isBusy}
      aria-label={t`Undo: ${text}`}
      onClick={() => undo(event)}
    >
      <Trans>Undo</Trans>
    </Button>
  );
}
