import type { ReactNode } from "react";
import type { Tab } from "./detail-view.ts";
import classes from "./leak-detail.module.css";

const tabs = [
  { tab: "day", label: "Day" },
  { tab: "hour", label: "Hour" },
] as const;

/** Whether the page shows days or hours. Arrow keys change it, as in any row of tabs. */
export function Granularity({ value, onChange }: { value: Tab; onChange: (tab: Tab) => void }): ReactNode {
  return (
    <div className={classes.tabs} role="tablist" aria-label="Granularity">
      {tabs.map(({ tab, label }) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          aria-controls="updates"
          className={classes.tab}
          aria-selected={tab === value}
          tabIndex={tab === value ? 0 : -1}
          onClick={() => onChange(tab)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
            const other = tab === "day" ? "hour" : "day";
            document.getElementById(`tab-${other}`)?.focus();
            onChange(other);
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
