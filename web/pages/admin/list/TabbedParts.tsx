import { type ReactNode, Suspense } from "react";
import { TableComing } from "../../../app/report/table/TableComing.tsx";
import { Tabs, type TabsProps, tabId } from "../../../components/tabs/Tabs.tsx";
import classes from "./TabbedParts.module.css";

interface Props<Tab extends string> extends Omit<TabsProps<Tab>, "look"> {
  /** The part whose tab is chosen; it may still have to be loaded. */
  children: ReactNode;
}

/** The parts of a screen, one of them in sight. */
export function TabbedParts<Tab extends string>({ children, ...tabs }: Props<Tab>): ReactNode {
  const { panel, value } = tabs;
  return (
    <>
      <Tabs {...tabs} look="line" />
      <div id={panel} role="tabpanel" aria-labelledby={tabId(panel, value)} className={classes.part}>
        <Suspense fallback={<TableComing />}>{children}</Suspense>
      </div>
    </>
  );
}
