import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { notLoaded } from "../../../app/api-error.ts";
import { formatNumber } from "../../../components/format.ts";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import classes from "./unit-details.module.css";

interface Props {
  title: string;
  /** What is missing where it cannot be loaded: "The meters". */
  what: string;
  /** What an empty list means. */
  none: string;
  answer: UseQueryResult<{ count: number; results: readonly unknown[] }>;
  /** The rows. */
  children: ReactNode;
}

/** A short list in the panel of a unit; it shows the total if it does not contain all. */
export function UnitList({ title, what, none, answer, children }: Props): ReactNode {
  const id = useId();
  const { data } = answer;
  const shown = data?.results.length ?? 0;
  return (
    <section className={classes.list} aria-labelledby={id}>
      <h3 id={id}>
        {title}
        {data && data.count > shown && <small>{`${shown} of ${formatNumber(data.count)}`}</small>}
      </h3>
      {answer.isError && (
        <ErrorState message={notLoaded(what, answer.error)} onRetry={() => void answer.refetch()} inline />
      )}
      {answer.isPending && <Skeleton width="90%" height={60} />}
      {data && shown === 0 && <p className={classes.quiet}>{none}</p>}
      {shown > 0 && <ul>{children}</ul>}
    </section>
  );
}
