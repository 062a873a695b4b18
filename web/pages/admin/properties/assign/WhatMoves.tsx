import { type ReactNode, useId } from "react";
import type { PropertyRow } from "../../../../../contract/inventory/inventory.ts";
import { formatCount } from "../../../../components/format.ts";
import classes from "../properties.module.css";
import { contentsText, listSourceOrganizations, namesText } from "./assign-text.ts";

interface Props {
  rows: readonly PropertyRow[];
  /** The organization that they are assigned to; null: none. */
  to: { id: number; name: string } | null;
}

/** What an assignment moves, who loses sight of it, and who sees it then. */
export function WhatMoves({ rows, to }: Props): ReactNode {
  const moving = rows.filter((row) => row.organization_id !== (to?.id ?? null));
  const left = listSourceOrganizations(rows, to?.id ?? null).flatMap(({ organization, properties }) =>
    organization === null ? [] : [{ organization, properties }],
  );
  const staying = rows.length - moving.length;
  return (
    <div className={classes.facts} aria-live="polite">
      <Fact title="What moves">
        <p>
          {namesText(moving.map(({ name }) => name))}, with {contentsText(moving)}, meters, gateways and all history,
          prices and repairs.
          {to !== null &&
            ` Leaks are recalculated with the rules of ${to.name}, and cost its default price where a unit has none of its own.`}
          {staying > 0 &&
            ` ${formatCount(staying, "other is", "others are")} ${to === null ? "in no organization" : `at ${to.name}`} already.`}
        </p>
      </Fact>
      <Fact title="Who loses sight of it">
        {left.length === 0 ? (
          <p>Nobody: until now only IONAdmins saw {moving.length === 1 ? "it" : "them"}.</p>
        ) : (
          <ul>
            {left.map(({ organization, properties }) => (
              <li key={organization}>
                Everybody at {organization}, from their next click on: {namesText(properties)}.
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact title="Who sees it then">
        <p>
          {to === null
            ? "Only IONAdmins. Readings are still taken in."
            : `The admins of ${to.name} at once; its members where they are assigned in User Management.`}
        </p>
      </Fact>
    </div>
  );
}

function Fact({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const id = useId();
  return (
    <section className={classes.fact} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
