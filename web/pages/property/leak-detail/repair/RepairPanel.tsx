import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconAlertTriangleFilled, IconCircleCheckFilled, IconHelpCircleFilled } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import type { ListedLeak } from "../../../../../contract/leaks/leaks.ts";
import { mayAccess } from "../../../../app/access.ts";
import { ApiError } from "../../../../app/api-error.ts";
import { panelOf, type QueryResult } from "../../../../app/query-state.ts";
import { Bones } from "../../../../app/report/headline/Bones.tsx";
import { DefaultRate } from "../../../../app/report/headline/DefaultRate.tsx";
import { useMe } from "../../../../app/use-me.ts";
import { Panel, type PanelState } from "../../../../components/panel/Panel.tsx";
import classes from "../explanation.module.css";
import { outsideRateQuery, rateQuery } from "../view/detail-queries.ts";
import type { DetailView } from "../view/detail-view.ts";
import { timeAtProperty } from "../view/property-time.ts";
import type { Why } from "../view/use-why.ts";
import { BeforeAfter } from "./BeforeAfter.tsx";
import { canBeRepaired, type RepairSummary, repairSummary, savedText, turningPoint } from "./repair-text.ts";
import { emptyForm } from "./repaired-form.ts";

interface Props {
  view: DetailView;
  explanation: QueryResult<Why>;
}

/** Whether the leak was repaired, whether that helped, and what it saved; with the button to mark it repaired. */
export function RepairPanel({ view, explanation }: Props): ReactNode {
  const { data: why, isPlaceholderData } = explanation;
  const isOver = why !== undefined && turningPoint(why.leak) !== null;
  return (
    <Panel
      title={isOver ? t`Before and after` : t`Repair`}
      subtitle={why && <LeakRate view={view} why={why} />}
      state={stateOf(explanation)}
      refreshing={isPlaceholderData}
      skeleton={<Bones height={430} widths={["50%", "90%", "60%"]} />}
    >
      {why && <Repair view={view} why={why} />}
    </Panel>
  );
}

/** Whether the leak's dollars are at the default rate. */
function LeakRate({ view: { period }, why }: { view: DetailView; why: Why }): ReactNode {
  const { leak } = why;
  const ofUnit = useQuery({ ...rateQuery(period, leak), enabled: leak.unit_id !== null });
  const outside = useQuery({ ...outsideRateQuery(why), enabled: leak.unit_id === null });
  return (
    <DefaultRate
      units={ofUnit.data?.units_without_price}
      leaksOutsideUnits={outside.data && Math.min(outside.data.outside_units_without_price, 1)}
      search={{ ...period, property_id: [leak.property_id] }}
    />
  );
}

function stateOf(explanation: QueryResult<Why>): PanelState {
  const { error } = explanation;
  if (error instanceof ApiError && error.status === 404)
    return { kind: "empty", sentence: t`There is nothing to repair.` };
  return panelOf(explanation, t`The repair`);
}

function Repair({ view, why }: { view: DetailView; why: Why }): ReactNode {
  const { leak, time_zone: zone } = why;
  const isManager = mayAccess(useMe(), "property");
  const summary = repairSummary(leak, zone);
  const saved = savedText(leak, zone);
  const verdict = useRef<HTMLParagraphElement>(null);
  return (
    <div className={classes.why}>
      <p className={classes.verdict} data-tone={summary.tone} ref={verdict} tabIndex={-1}>
        <Tone tone={summary.tone} />
        {summary.headline}
      </p>
      <p className={classes.plain}>{summary.sentence}</p>
      {saved !== null && (
        <p className={classes.plain}>
          <Trans>
            Saved so far: <strong>{saved}</strong>.
          </Trans>
        </p>
      )}
      {leak.repair !== null && <RepairNote repair={leak.repair} zone={zone} />}
      {isManager && (
        <div className={classes.acts}>
          {canBeRepaired(leak) && (
            <Button className={classes.wide} onClick={() => view.setLeak({ dialog: "mark-repaired" })}>
              <Trans>Mark as repaired</Trans>
            </Button>
          )}
          {leak.repair !== null && (
            <Button variant="default" onClick={() => view.setLeak({ dialog: "take-back" })}>
              <Trans>Remove repair mark</Trans>
            </Button>
          )}
        </div>
      )}
      <BeforeAfter view={view} why={why} />
      {isManager && (
        <RepairDialogs
          key={leak.started_at}
          view={view}
          why={why}
          // The button that opened the dialog is gone by then; what came of it takes the focus.
          onDone={() => verdict.current?.focus({ preventScroll: true })}
        />
      )}
    </div>
  );
}

function RepairNote({ repair, zone }: { repair: NonNullable<ListedLeak["repair"]>; zone: string }): ReactNode {
  return (
    <blockquote className={classes.word}>
      {repair.note !== "" && <p>{repair.note}</p>}
      <footer>{t`Repaired ${timeAtProperty(repair.repaired_at, zone)}, says ${repair.made_by}`}</footer>
    </blockquote>
  );
}

const icons = { good: IconCircleCheckFilled, bad: IconAlertTriangleFilled, unsure: IconHelpCircleFilled };

function Tone({ tone }: Pick<RepairSummary, "tone">): ReactNode {
  const Icon = icons[tone];
  return <Icon size={18} aria-hidden="true" />;
}

const MarkRepaired = lazy(() => import("./MarkRepaired.tsx"));
const TakeBack = lazy(() => import("./TakeBack.tsx"));

interface RepairDialogsProps {
  view: DetailView;
  why: Why;
  /** Called after a repair was saved or undone and the leaks were refetched. */
  onDone(): void;
}

/** The dialogs about a repair; the URL has the open one. Typed values are kept until they are sent. */
function RepairDialogs({ view, why, onDone }: RepairDialogsProps): ReactNode {
  const { leak, time_zone: zone } = why;
  const [form, setForm] = useState(() => emptyForm(leak, zone, Date.now()));
  const close = () => view.setLeak({ dialog: undefined }, true);
  const done = () => {
    close();
    onDone();
  };
  const marks = view.dialog === "mark-repaired" && canBeRepaired(leak);
  const takesBack = view.dialog === "take-back" && leak.repair !== null;
  // Once opened they stay, to give the focus back where it was.
  const [wanted, setWanted] = useState({ marks, takesBack });
  if ((marks && !wanted.marks) || (takesBack && !wanted.takesBack)) {
    setWanted({ marks: marks || wanted.marks, takesBack: takesBack || wanted.takesBack });
  }
  return (
    <Suspense fallback={null}>
      {wanted.marks && (
        <MarkRepaired
          opened={marks}
          onClose={close}
          onDone={done}
          leak={leak}
          zone={zone}
          form={form}
          onChange={setForm}
        />
      )}
      {wanted.takesBack && <TakeBack opened={takesBack} onClose={close} onDone={done} leak={leak} zone={zone} />}
    </Suspense>
  );
}
