import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CostEntry } from "../../../../../contract/costs/cost-entry.ts";
import { notLoaded } from "../../../../app/api-error.ts";
import { periodInSentence } from "../../../../app/report/search/period-search.ts";
import type { Period } from "../../../../components/period/period.ts";
import { ErrorState } from "../../../../components/states/ErrorState.tsx";
import { changeText } from "./change-text.ts";
import { type CostRow, costEntries, isComplete } from "./cost-rows.ts";
import classes from "./custom-cost.module.css";
import { effectQuery } from "./custom-cost-query.ts";
import { rowProblems } from "./row-problems.ts";
import type { useUnitsOf } from "./use-units-of.ts";

interface Props {
  costs: readonly CostRow[];
  period: Period;
  units: ReturnType<typeof useUnitsOf>;
}

/** What the prices would make of the report's days, before anything is saved. */
export function CostEffect({ costs, period, units: { unitsOf, failed } }: Props): ReactNode {
  const [typed] = useDebouncedValue(costs, 300);
  // What was typed a moment ago may have been wrong though what stands there now is right, and the other way round.
  const isReady = [costs, typed].every(
    (rows) => rows.every(isComplete) && Object.keys(rowProblems(rows, unitsOf)).length === 0,
  );
  const entries = isReady ? costEntries(typed, unitsOf) : undefined;
  return (
    <section className={classes.effect} aria-label="What it changes" aria-live="polite">
      {failed ? (
        <ErrorState inline message={notLoaded("The units", failed.error)} onRetry={() => void failed.refetch()} />
      ) : entries === undefined ? (
        <p>Once each property has its cost and its first day, this says what they change.</p>
      ) : (
        <Effect entries={entries} period={period} />
      )}
    </section>
  );
}

function Effect({ entries, period }: { entries: readonly CostEntry[]; period: Period }): ReactNode {
  const effect = useQuery(effectQuery(entries, period));
  if (effect.isError) {
    const retry = () => void effect.refetch();
    return <ErrorState inline message={notLoaded("What it changes", effect.error)} onRetry={retry} />;
  }
  if (effect.data === undefined) return <p>Working out what it changes…</p>;
  const { properties } = effect.data;
  const all = { property_id: 0, property_name: "Together", ...effect.data };
  return (
    <table className={classes.changes} data-refreshing={effect.isPlaceholderData || undefined}>
      <caption>
        <b>{`Costs of this period, ${periodInSentence(period)}.`}</b> Nothing is saved yet.
      </caption>
      <thead>
        <tr>
          <th scope="col">Property</th>
          <th scope="col">All water</th>
          <th scope="col">Leaks of it</th>
        </tr>
      </thead>
      <tbody>
        {[...properties, ...(properties.length > 1 ? [all] : [])].map((one) => (
          <tr key={one.property_id}>
            <th scope="row">{one.property_name}</th>
            <td>{changeText(one.total_cost_before, one.total_cost_after)}</td>
            <td>{changeText(one.leak_cost_before, one.leak_cost_after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
