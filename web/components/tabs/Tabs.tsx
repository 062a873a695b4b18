import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from "react";
import { formatNumber } from "../format.ts";
import classes from "./Tabs.module.css";

export interface TabsProps<Tab extends string> {
  /** What is chosen here, for a screen reader: "Granularity". */
  label: string;
  /** Beside the label may stand how much there is behind it; undefined where that is not known. */
  tabs: readonly { tab: Tab; label: string; count?: number }[];
  value: Tab;
  onChange: (tab: Tab) => void;
  /** Id of the element with role tabpanel that the tabs change. */
  panel: string;
  /** "line": the main tabs of a screen. "small" (where not given): a choice within a panel. */
  look?: "line" | "small";
}

/** The id of a tab's button: what labels its panel. */
export function tabId(panel: string, tab: string): string {
  return `${panel}-tab-${tab}`;
}

/** A row of tabs. One is reached by Tab, the others by the arrow keys, Home and End. */
export function Tabs<Tab extends string>(props: TabsProps<Tab>): ReactNode {
  const { label, tabs, value, onChange, panel, look = "small" } = props;
  const list = useRef<HTMLDivElement>(null);
  const counts = tabs.map(({ count }) => count ?? "").join();
  // Where the row is wider than the screen, the chosen one is in sight, also once counts have made the row wider.
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts change where the tabs are
  useLayoutEffect(() => {
    const tab = document.getElementById(tabId(panel, value))?.getBoundingClientRect();
    const seen = list.current?.getBoundingClientRect();
    if (tab === undefined || seen === undefined || list.current === null) return;
    if (tab.right > seen.right) list.current.scrollLeft += tab.right - seen.right;
    else if (tab.left < seen.left) list.current.scrollLeft -= seen.left - tab.left;
  }, [panel, value, counts]);
  const walk = (event: KeyboardEvent<HTMLElement>, place: number) => {
    const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: tabs.length - 1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    document.getElementById(tabId(panel, next.tab))?.focus();
    onChange(next.tab);
  };
  return (
    <div ref={list} className={classes.tabs} role="tablist" aria-label={label} data-look={look}>
      {tabs.map(({ tab, label: name, count }, place) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={tabId(panel, tab)}
          aria-controls={panel}
          className={classes.tab}
          aria-selected={tab === value}
          tabIndex={tab === value ? 0 : -1}
          onClick={() => onChange(tab)}
          onKeyDown={(event) => walk(event, place)}
        >
          {name}
          {count !== undefined && <span className={classes.count}>{formatNumber(count)}</span>}
        </button>
      ))}
    </div>
  );
}
