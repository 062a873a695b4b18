import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { type ReactNode, useId } from "react";
import type { Reason } from "../../../../../contract/leaks/leaks.ts";
import type { LeakDetailOverview } from "../../../../../contract/reporting/leak-details.ts";
import { ApiError } from "../../../../app/api-error.ts";
import { panelOf, type QueryResult } from "../../../../app/query-state.ts";
import { Bones } from "../../../../app/report/headline/Bones.tsx";
import { formatDate, formatNumber } from "../../../../components/format.ts";
import { Panel, type PanelState } from "../../../../components/panel/Panel.tsx";
import classes from "../explanation.module.css";
import type { DetailView } from "../view/detail-view.ts";
import { dayAtProperty, timeAtProperty } from "../view/property-time.ts";
import type { Why } from "../view/use-why.ts";
import { EvidenceChart } from "./EvidenceChart.tsx";
import { amountText } from "./evidence.ts";
import { confidenceLabels, ruleDescription, ruleName, signOf } from "./rule-text.ts";

interface Props {
  view: DetailView;
  overview: LeakDetailOverview | undefined;
  explanation: QueryResult<Why>;
}

/** Why the leak is one: in a sentence, drawn on the hours, and in numbers. */
export function WhyPanel({ view, overview, explanation }: Props): ReactNode {
  const { data: why, isPlaceholderData } = explanation;
  return (
    <Panel
      title={t`Why is this a leak?`}
      subtitle={why && <LeakChoice view={view} overview={overview} why={why} />}
      state={stateOf(view, explanation)}
      refreshing={isPlaceholderData}
      skeleton={<Bones height={430} widths={["70%", "90%", "40%"]} />}
    >
      {why && <Reasons view={view} why={why} />}
    </Panel>
  );
}

function stateOf(view: DetailView, explanation: QueryResult<Why>): PanelState {
  const { error } = explanation;
  if (error instanceof ApiError && error.status === 404) {
    if (view.leak === undefined) return { kind: "empty", sentence: t`No leak was ever found on this meter.` };
    const action = (
      <Button onClick={() => view.setLeak({ leak: undefined })}>
        <Trans>Show the newest leak</Trans>
      </Button>
    );
    return { kind: "empty", sentence: t`This meter had no leak at that time.`, action };
  }
  return panelOf(explanation, t`The reasons`);
}

function Reasons({ view, why }: { view: DetailView; why: Why }): ReactNode {
  const { reasons, hours_kept_from } = why;
  const reason = reasons.find((one) => signOf(one) === view.rule) ?? reasons[0];
  if (reason === undefined)
    return (
      <p className={classes.plain}>
        <Trans>What was seen of it is not on record.</Trans>
      </p>
    );
  return (
    <div className={classes.why}>
      <p className={classes.plain}>{detectionText(why)}</p>
      <RuleChoice reasons={reasons} value={signOf(reason)} onChange={(rule) => view.setLeak({ rule }, true)} />
      <p className={classes.sentence}>{reason.sentence}</p>
      <EvidenceChart why={why} reason={reason} meter={view.meter} />
      {hours_kept_from !== null && (
        <p
          className={classes.note}
        >{t`Hours are kept from ${formatDate(hours_kept_from)} on; older ones are not drawn.`}</p>
      )}
      <details className={classes.details}>
        <summary>
          <Trans>The numbers</Trans>
        </summary>
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
  return t`${leak.state === "suspected" ? t`Suspected` : t`Found`} on ${day} because ${[...new Set(seen)].join(t`, and `)}.`;
}

interface RuleChoiceProps {
  reasons: readonly Reason[];
  /** The sign whose evidence is drawn. */
  value: string;
  onChange(sign: string): void;
}

/** The signs by which rules found the leak, in the order in which they did; one of them is drawn. Arrow keys go from one to the next. */
function RuleChoice({ reasons, value, onChange }: RuleChoiceProps): ReactNode {
  const name = useId();
  return (
    <fieldset className={classes.rules} aria-label={t`Sign to draw`}>
      {reasons.map(signOf).map((sign) => (
        <label key={sign} className={classes.rule} data-chosen={sign === value || undefined}>
          <input type="radio" name={name} value={sign} checked={sign === value} onChange={() => onChange(sign)} />
          {ruleName(sign)}
        </label>
      ))}
    </fieldset>
  );
}

interface LeakChoiceProps {
  view: DetailView;
  overview: LeakDetailOverview | undefined;
  why: Why;
}

/** Which of the period's leaks is explained, the newest first; where there is nothing to choose, when it began. */
function LeakChoice({ view, overview, why }: LeakChoiceProps): ReactNode {
  const shown = new Date(why.leak.started_at).toISOString();
  const ofPeriod = (overview?.leaks ?? []).map(({ started_at }) => new Date(started_at).toISOString());
  const began = (instant: string) => t`The leak that began ${timeAtProperty(instant, why.time_zone)}`;
  const isOutside = !ofPeriod.includes(shown);
  if (ofPeriod.length === 0) return t`${began(shown)}, outside this period`;
  if (ofPeriod.length === 1 && !isOutside) return began(shown);
  return (
    <select
      className={classes.choice}
      aria-label={t`Leak to explain`}
      value={shown}
      onChange={(event) => view.setLeak({ leak: event.currentTarget.value, rule: undefined })}
    >
      {isOutside && <option value={shown}>{t`${began(shown)}, outside this period`}</option>}
      {ofPeriod.map((instant) => (
        <option key={instant} value={instant}>
          {began(instant)}
        </option>
      ))}
    </select>
  );
}

/** All numbers of a reason, each with its unit. */
function ReasonFacts({ reason, zone }: { reason: Reason; zone: string }): ReactNode {
  const { unit, own_history: own, window_starts_at, window_ends_at } = reason;
  const facts: [string, string][] = [
    [t`Sign`, ruleName(signOf(reason))],
    [t`Found`, amountText(reason.value, unit)],
    [
      reason.measure === "longest_rest" ? t`It takes at most` : t`It takes at least`,
      amountText(reason.threshold, unit),
    ],
    [t`Hours looked at`, t`${timeAtProperty(window_starts_at, zone)} to ${timeAtProperty(window_ends_at, zone)}`],
    [t`Measured`, plural(reason.hours_measured, { one: "# hour", other: "# hours" })],
    [t`Missing`, plural(reason.hours_missing, { one: "# hour", other: "# hours" })],
    [t`Lowest hour`, amountText(reason.lowest_hour_gallons, "gallons")],
    [t`Own history`, ownHistoryText(own, unit)],
    [t`How sure`, reason.suspected ? t`suspected, too early to call it a leak` : confidenceLabels[reason.confidence]],
  ];
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function ownHistoryText(own: Reason["own_history"], unit: Reason["unit"]): string {
  if (own === null) return t`too few days without a leak`;
  const days = t`${formatNumber(own.days)} leak-free days`;
  return own.value === null ? days : t`${amountText(own.value, unit)} in ${days}`;
}
