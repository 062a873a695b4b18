import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useRef } from "react";
import type { WholeCase } from "../../../../contract/leaks/cases.ts";
import { mayAccess } from "../../../app/access.ts";
import { ApiError } from "../../../app/api-error.ts";
import { failureOf } from "../../../app/query-state.ts";
import { Bones } from "../../../app/report/headline/Bones.tsx";
import { cost } from "../../../app/report/text.ts";
import { idOf } from "../../../app/search-text.ts";
import { useMe } from "../../../app/use-me.ts";
import { formatGallonsUnit } from "../../../components/format.ts";
import { usePageKeys } from "../../../components/page-keys.ts";
import { Panel } from "../../../components/panel/Panel.tsx";
import { EmptyState } from "../../../components/states/EmptyState.tsx";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import { dayAtProperty } from "../../property/leak-detail/view/property-time.ts";
import { CaseBadge } from "../report/CaseBadge.tsx";
import { caseSentence, caseTitle, rateText } from "../report/case-text.ts";
import { caseMessagesQuery, caseQuery, forgetCases } from "../report/cases-calls.ts";
import { type CaseDialog, caseDialogs, dialogNames, nextStep } from "../report/next-step.ts";
import { OpenCaseDialog } from "../report/OpenCaseDialog.tsx";
import { CaseChart } from "./CaseChart.tsx";
import { CaseDeadlines } from "./CaseDeadlines.tsx";
import { CaseChecklist, CaseFacts, CaseReasons } from "./CaseFacts.tsx";
import { CaseHistory } from "./CaseHistory.tsx";
import classes from "./case.module.css";

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
  const setDialog = (next: CaseDialog | "notice" | undefined, replace = false) =>
    void navigate({ search: { dialog: next }, replace, resetScroll: false });
  if (found.error instanceof ApiError && found.error.status === 404) return <NoCase />;
  const failure = failureOf(found, t`The case`);
  if (failure && found.data === undefined) return <ErrorState {...failure} />;
  return (
    <div className={classes.stack}>
      {found.data === undefined ? (
        <Bones height={640} widths={["60%", "40%", "90%"]} />
      ) : (
        <Whole whole={found.data} open={isManager ? setDialog : null} onNotice={() => setDialog("notice")} />
      )}
      <OpenCaseDialog
        row={found.data}
        dialog={isManager && dialog !== "notice" ? dialog : undefined}
        onClose={() => setDialog(undefined, true)}
        onDone={() => {
          setDialog(undefined, true);
          void forgetCases(client);
        }}
      />
      <Suspense fallback={null}>
        {dialog === "notice" && <NoticeDialog caseId={id} opened onClose={() => setDialog(undefined, true)} />}
      </Suspense>
    </div>
  );
}

const NoticeDialog = lazy(() => import("./NoticeDialog.tsx"));

function NoCase(): ReactNode {
  return (
    <div className={classes.stack}>
      <title>{t`No such case · Dripline`}</title>
      <EmptyState
        title={t`No such case`}
        sentence={t`It may have been recalculated with late readings, or you cannot see its property.`}
        action={
          <Button variant="default" renderRoot={(props) => <Link to="/cases" {...props} />}>
            <Trans>All leak cases</Trans>
          </Button>
        }
      />
    </div>
  );
}

interface WholeProps {
  whole: WholeCase;
  /** Opens the dialog of something to report; null: the user may only look. */
  open: ((dialog: CaseDialog) => void) | null;
  /** Opens the notice to the resident. */
  onNotice(): void;
}

function Whole({ whole, open, onNotice }: WholeProps): ReactNode {
  const title = caseTitle(whole);
  const messages = useQuery(caseMessagesQuery(whole.id));
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
      <Panel title={t`From its start until now`} subtitle={<CaseBadge state={whole.state} />}>
        <p className={classes.sentence}>{caseSentence(whole)}</p>
        <CaseChart whole={whole} />
      </Panel>
      <div className={classes.pair}>
        <CaseHistory whole={whole} messages={messages} />
        <div className={classes.stack}>
          <CaseFacts whole={whole} />
          <CaseDeadlines whole={whole} />
          <CaseReasons whole={whole} />
          <CaseChecklist whole={whole}>
            <Button className={classes.notice} variant="default" size="xs" onClick={onNotice}>
              <Trans>Notice to the resident</Trans>
            </Button>
          </CaseChecklist>
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
