import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { LeakDetailOverview } from "../../../../../contract/reporting/leak-details.ts";
import { ApiError, notLoaded } from "../../../../app/api-error.ts";
import { Bones } from "../../../../app/report/headline/Bones.tsx";
import { formatDate } from "../../../../components/format.ts";
import { Panel, type PanelState } from "../../../../components/panel/Panel.tsx";
import classes from "../explanation.module.css";
import type { DetailView } from "../view/detail-view.ts";
import { dayAtProperty } from "../view/property-time.ts";
import type { Explanation, Why } from "../view/use-why.ts";
import { EvidenceChart } from "./EvidenceChart.tsx";
import { LeakChoice } from "./LeakChoice.tsx";
import { ReasonFacts } from "./ReasonFacts.tsx";
import { RuleChoice } from "./RuleChoice.tsx";
import { ruleDescription, signOf } from "./rule-text.ts";

interface Props {
  view: DetailView;
  overview: LeakDetailOverview | undefined;
  explanation: Explanation;
}

/** Why the leak is one: in a sentence, drawn on the hours, and in numbers. */
export function WhyPanel({ view, overview, explanation }: Props): ReactNode {
  const { why, refreshing } = explanation;
  return (
    <Panel
      title="Why is this a leak?"
      subtitle={why && <LeakChoice view={view} overview={overview} why={why} />}
      state={stateOf(view, explanation)}
      refreshing={refreshing}
      skeleton={<Bones height={430} widths={["70%", "90%", "40%"]} />}
    >
      {why && <Reasons view={view} why={why} />}
    </Panel>
  );
}

function stateOf(view: DetailView, { why, error, retry }: Explanation): PanelState {
  if (error instanceof ApiError && error.status === 404) {
    if (view.leak === undefined) return { kind: "empty", sentence: "No leak was ever found on this meter." };
    const action = <Button onClick={() => view.setLeak({ leak: undefined })}>Show the newest leak</Button>;
    return { kind: "empty", sentence: "This meter had no leak at that time.", action };
  }
  if (error !== null) return { kind: "error", message: notLoaded("The reasons", error), onRetry: retry };
  return { kind: why === undefined ? "loading" : "ready" };
}

function Reasons({ view, why }: { view: DetailView; why: Why }): ReactNode {
  const { reasons, hours_kept_from } = why;
  const reason = reasons.find((one) => signOf(one) === view.rule) ?? reasons[0];
  if (reason === undefined) return <p className={classes.plain}>What was seen of it is not on record.</p>;
  return (
    <div className={classes.why}>
      <p className={classes.plain}>{detectionText(why)}</p>
      <RuleChoice reasons={reasons} value={signOf(reason)} onChange={(rule) => view.setLeak({ rule }, true)} />
      <p className={classes.sentence}>{reason.sentence}</p>
      <EvidenceChart why={why} reason={reason} meter={view.meter} />
      {hours_kept_from !== null && (
        <p
          className={classes.note}
        >{`Hours are kept from ${formatDate(hours_kept_from)} on; older ones are not drawn.`}</p>
      )}
      <details className={classes.details}>
        <summary>The numbers</summary>
        <ReasonFacts reason={reason} zone={why.time_zone} />
      </details>
    </div>
  );
}

/** When it was found and by what, for people who know nothing of rules. */
function detectionText({ leak, reasons, time_zone }: Why): string {
  const opened = Date.parse(leak.opened_at);
  const first = reasons.filter(({ window_ends_at }) => Date.parse(window_ends_at) <= opened);
  const seen = (first.length === 0 ? reasons : first).map((one) => ruleDescription(signOf(one), leak.attached_to));
  const day = dayAtProperty(leak.opened_at, time_zone);
  return `${leak.state === "suspected" ? "Suspected" : "Found"} on ${day} because ${[...new Set(seen)].join(", and ")}.`;
}
