import type { ReactNode } from "react";
import { Panel, type PanelProps } from "../components/panel/Panel.tsx";
import { ErrorState } from "../components/states/ErrorState.tsx";
import { type Emptiness, failureOf, panelOf, type QueryResult } from "./query-state.ts";

interface Props<T> extends Omit<PanelProps, "state" | "refreshing" | "children"> {
  query: QueryResult<T>;
  /** What it shows, as named in its error message: "The costs". */
  what: string;
  /** Why an answer shows nothing; left out: it always shows something. */
  empty?: (data: T) => Emptiness;
  children: (data: T) => ReactNode;
}

/** A panel over a query: it shows that it loads, failed, has nothing to show, or is being refreshed. */
export function QueryPanel<T>({ query, what, empty, children, ...panel }: Props<T>): ReactNode {
  return (
    <Panel {...panel} state={panelOf(query, what, empty)} refreshing={query.isPlaceholderData}>
      {query.data !== undefined && children(query.data)}
    </Panel>
  );
}

interface FailureProps {
  query: Pick<QueryResult<unknown>, "isError" | "error" | "refetch">;
  /** As named in the message: "The costs". */
  what: string;
  /** One line, for above old data. */
  inline?: boolean;
}

/** That a query failed, with Retry; nothing where it did not. */
export function QueryFailure({ query, what, inline }: FailureProps): ReactNode {
  const failure = failureOf(query, what);
  return failure && <ErrorState {...failure} inline={inline} />;
}
