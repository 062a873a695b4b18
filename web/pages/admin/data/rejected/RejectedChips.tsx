import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { PopoverFilter } from "../../../../components/filters/PopoverFilter.tsx";
import classes from "../data.module.css";
import type { PropertyDataView } from "../view/use-data.ts";
import { codeLabel } from "./code-text.ts";

/** Filters by code, from the rows shown and the current filter, and by the current file. */
export function RejectedChips({ view, codes }: { view: PropertyDataView; codes: readonly string[] }): ReactNode {
  const { code, source } = view.search;
  const offered = [...new Set([...(code === undefined ? [] : [code]), ...codes])].sort();
  return (
    <>
      <PopoverFilter
        label="Kind"
        options={offered.map((value) => ({ value, label: codeLabel(value) }))}
        selected={code === undefined ? [] : [code]}
        onChange={([chosen]) => view.setFilters({ code: chosen })}
        single
        disabled={offered.length === 0}
      />
      {code !== undefined && (
        <Chip name="Kind" value={codeLabel(code)} onRemove={() => view.setFilters({ code: undefined })} />
      )}
      {source !== undefined && (
        <Chip name="From" value={source} onRemove={() => view.setFilters({ source: undefined })} />
      )}
    </>
  );
}

function Chip({ name, value, onRemove }: { name: string; value: string; onRemove: () => void }): ReactNode {
  return (
    <button type="button" className={classes.chip} aria-label={`Remove filter ${name}: ${value}`} onClick={onRemove}>
      {name} <b>{value}</b>
      <IconX size={14} aria-hidden="true" />
    </button>
  );
}
