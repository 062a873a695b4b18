import type { ReactNode } from "react";
import entryClasses from "../../property/entry/entry.module.css";
import { fieldNames, type NewerField } from "./property-values.ts";

/** What somebody else saved while the form was open. */
export function NewerFields({ newer }: { newer: readonly NewerField[] }): ReactNode {
  return (
    <div className={entryClasses.back} role="status">
      <p>Loaded anew. Nothing of yours is saved yet: look at it, and save again.</p>
      <ul>
        {newer.map(({ field, theirs, isOurs }) => (
          <li key={field}>
            {fieldNames[field]} {theirs === "" ? "was emptied" : `is “${theirs}” by now`}
            {isOurs ? "; what you typed is kept and would replace it." : "."}
          </li>
        ))}
      </ul>
    </div>
  );
}
