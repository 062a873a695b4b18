import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import type { CaseEvent, WholeCase } from "../../../../contract/leaks/cases.ts";
import { mayAccess } from "../../../app/access.ts";
import { call } from "../../../app/api.ts";
import { ApiError, sentenceOf } from "../../../app/api-error.ts";
import { QueryPanel } from "../../../app/QueryPanel.tsx";
import { dependent, read } from "../../../app/query.ts";
import { failureOf } from "../../../app/query-state.ts";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { cost } from "../../../app/report/text.ts";
import { idOf } from "../../../app/search-text.ts";
import { toast } from "../../../app/toast.ts";
import { useMe } from "../../../app/use-me.ts";
import { LeakTypeBadge } from "../../../components/badges/LeakTypeBadge.tsx";
import { CopyText } from "../../../components/CopyText.tsx";
import { formatGallonsUnit } from "../../../components/format.ts";
import { usePageKeys } from "../../../components/page-keys.ts";
import { Panel } from "../../../components/panel/Panel.tsx";
import { EmptyState } from "../../../components/states/EmptyState.tsx";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import { language } from "../../../language/language.ts";
import { measure } from "../../../language/measure.ts";
import { dayAtProperty } from "../../property/leak-detail/view/property-time.ts";
import { CaseBadge } from "../report/CaseBadge.tsx";
import { caseSentence, caseTitle, checklist, rateText } from "../report/case-text.ts";
import { caseQuery, forgetCases } from "../report/cases-calls.ts";
import { type CaseDialog, caseDialogs, dialogNames, nextStep } from "../report/next-step.ts";
import { OpenCaseDialog } from "../report/OpenCaseDialog.tsx";
import { CaseChart } from "./CaseChart.tsx";
import classes from "./case.module.css";
import { caseHistory, entryTime, type HistoryEntry } from "./case-history.ts";

/** One leak from found to proven fixed: what it costs, why it is one, what was done, and the next step. */
export function CasePage(): ReactNode {
  const { case_id } = useParams({ from: "/signed-in/cases/$case_id" });
  const id = idOf(case_id);
  if (id === undefined) return <NoCase />;
  return <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: number }): ReactNode {
  const { dialog } = useSearch({ from: "/signed-in/cases/$case_id" });
  const navigate = useNavigate({ from: "/cases/$case_id" });
  const client = useQueryClient();
  const found = useQuery(caseQuery(id));
  const isManager = mayAccess(useMe(), "property");
  const setDialog = (next: CaseDialog | undefined, replace = false) =>
    void navigate({ search: { dialog: next }, replace, resetScroll: false });
  if (found.error instanceof ApiError && found.error.status === 404) return <NoCase />;
  const failure = failureOf(found, t`The case`);
  if (failure && found.data === undefined) return <ErrorState {...failure} />;
  return (
    <div className={classes.stack}>
      {found.data === undefined ? (
        <Bones height={640} widths={["60%", "40%", "90%"]} />
      ) : (
        <Whole whole={found.data} open={isManager ? setDialog : null} />
      )}
      <OpenCaseDialog
        row={found.data}
        dialog={isManager ? dialog : undefined}
        onClose={() => setDialog(undefined, true)}
        onDone={() => {
          setDialog(undefined, true);
          void forgetCases(client);
        }}
      />
    </div>
  );
}

function NoCase(): ReactNode {
  return (
    <div className={classes.stack}>
      <title>{t`No such case · Dripline`}</title>
      <EmptyState
        title={t`No such case`}
        sentence={t`It may have been recalculated with late readings, or its property is not yours to see.`}
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/cases" {...props} />}>
            <Trans>All leak cases</Trans>
          </Button>
        }
      />
    </div>
  );
}

/** @param open opens the dialog of something to report; null: the user may only look */
function Whole({ whole, open }: { whole: WholeCase; open: ((dialog: CaseDialog) => void) | null }): ReactNode {
  const title = caseTitle(whole);
  return (
    <>
      <title>{t`${title} · Dripline`}</title>
      <header className={classes.header}>
        <div>
          <Link to="/cases" className={classes.back}>
            <Trans>All leak cases</Trans>
          </Link>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.rate}>
            <strong>{rateText(whole)}</strong>{" "}
            <Trans>
              since {dayAtProperty(whole.started_at, whole.time_zone)}: {formatGallonsUnit(whole.total_gallons_leaked)}{" "}
              and {cost(whole.leak_cost)} in all
            </Trans>
          </p>
        </div>
        <NextStep whole={whole} open={open} />
      </header>
      <Panel title={t`The whole life of the leak`} subtitle={<CaseBadge state={whole.state} />}>
        <p className={classes.sentence}>{caseSentence(whole)}</p>
        <CaseChart whole={whole} />
      </Panel>
      <div className={classes.pair}>
        <History whole={whole} />
        <div className={classes.stack}>
          <Facts whole={whole} />
          <Reasons whole={whole} />
          <Panel title={t`What to bring and check`}>
            <ol className={classes.steps}>
              {checklist(whole.leak_type).map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </Panel>
        </div>
      </div>
    </>
  );
}

/** The next step as the main button, everything else beside it; a, f and n open the same. */
function NextStep({ whole, open }: { whole: WholeCase; open: ((dialog: CaseDialog) => void) | null }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const keys: Readonly<Record<string, CaseDialog>> = { a: "assigned", f: "fixed", n: "not_a_leak" };
  usePageKeys(
    box,
    "cases",
    open &&
      ((key) => {
        const dialog = Object.hasOwn(keys, key) ? keys[key] : undefined;
        if (dialog !== undefined) open(dialog);
        return dialog !== undefined;
      }),
  );
  if (open === null) return null;
  const next = nextStep(whole);
  return (
    <div ref={box} data-keys="cases" className={classes.acts}>
      {caseDialogs.map((dialog) => (
        <Button key={dialog} variant={dialog === next ? "filled" : "default"} onClick={() => open(dialog)}>
          {dialogNames[dialog]}
        </Button>
      ))}
    </div>
  );
}

function History({ whole }: { whole: WholeCase }): ReactNode {
  const client = useQueryClient();
  const isManager = mayAccess(useMe(), "property");
  const undo = useMutation({
    mutationFn: (event: CaseEvent) =>
      call("DELETE /v1/cases/{id}/events/{event_id}", { params: { id: whole.id, event_id: event.id } }),
    onSuccess: () => forgetCases(client),
    onError: (error) => toast({ title: t`Not undone`, message: sentenceOf(error), destructive: true }),
  });
  return (
    <Panel title={t`History`} subtitle={t`On the property's clock`}>
      <ol className={classes.history}>
        {caseHistory(whole).map((entry) => (
          <li
            key={entry.key}
            data-undone={entry.event?.undone_at != null || undefined}
            data-by={entry.event ? "person" : "data"}
          >
            <p>{entry.text}</p>
            <Note entry={entry} />
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

function Facts({ whole }: { whole: WholeCase }): ReactNode {
  const { property_id, meter_serial_number, unit_id, building_id } = whole;
  return (
    <Panel title={t`Where`}>
      <dl className={classes.facts}>
        <div>
          <dt>
            <Trans>Leak type</Trans>
          </dt>
          <dd>
            <LeakTypeBadge leakType={whole.leak_type} />
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Device</Trans>
          </dt>
          <dd>
            <CopyText text={meter_serial_number} label={t`Copy the device's serial number`} />
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Assigned to</Trans>
          </dt>
          <dd>{whole.assignee ?? t`Nobody`}</dd>
        </div>
      </dl>
      <div className={classes.acts}>
        <Button
          variant="default"
          size="xs"
          renderRoot={(props) => (
            <Link
              to="/properties/$property_id/leak-detail"
              params={{ property_id: String(property_id) }}
              search={{ meter: meter_serial_number, property_id }}
              {...props}
            />
          )}
        >
          <Trans>Hours and evidence</Trans>
        </Button>
        <Button
          variant="default"
          size="xs"
          renderRoot={(props) => (
            <Link
              to="/history"
              search={{
                property_id: [property_id],
                building_id: [building_id],
                unit_id: unit_id === null ? undefined : [unit_id],
              }}
              {...props}
            />
          )}
        >
          {unit_id === null ? t`Building details` : t`Unit details`}
        </Button>
      </div>
    </Panel>
  );
}

/** At most so many reasons are shown; the leak's own page has all of them. */
const MOST_REASONS = 3;

function Reasons({ whole }: { whole: WholeCase }): ReactNode {
  const { meter_serial_number: meter, property_id, leaks } = whole;
  const started_at = leaks.findLast((leak) => leak.meter_serial_number === meter)?.started_at;
  const why = useQuery(
    dependent(read("GET /v1/leaks/why", { query: { meter, property_id, started_at, language, measure } })),
  );
  return (
    <QueryPanel query={why} what={t`The reasons`} title={t`Why is this a leak?`} level={2}>
      {({ reasons }) => (
        <ul className={classes.steps}>
          {reasons.slice(0, MOST_REASONS).map(({ rule, sentence }) => (
            <li key={`${rule} ${sentence}`}>{sentence}</li>
          ))}
        </ul>
      )}
    </QueryPanel>
  );
}
