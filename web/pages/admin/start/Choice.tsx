import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { OneOfMany } from "../../../components/filters/OneOfMany.tsx";

interface Props {
  label: string;
  /** Message if nothing matches the search text. */
  none: string;
  options: readonly { id: number; name: string }[];
  /** What is chosen; null: nothing. */
  value: number | null;
  onChange: (id: number) => void;
  /** Asks for what is typed, where there may be more than is offered. */
  onSearch: (typed: string) => void;
}

/** One of many by name; the server finds what is typed. */
export function Choice({ label, none, options, value, onChange, onSearch }: Props): ReactNode {
  return (
    <OneOfMany
      label={label}
      placeholder={t`Choose one`}
      options={options.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(Number(chosen))}
      onSearch={onSearch}
      none={none}
    />
  );
}
