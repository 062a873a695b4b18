import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ComparisonBadge } from "../../components/badges/ComparisonBadge.tsx";
import { HealthBadge } from "../../components/badges/HealthBadge.tsx";
import { LeakShareBar } from "../../components/badges/LeakShareBar.tsx";
import { LeakTypeBadge } from "../../components/badges/LeakTypeBadge.tsx";
import { PerformanceBadge } from "../../components/badges/PerformanceBadge.tsx";
import { performanceClasses } from "../../components/badges/performance.ts";
import { StatusBadge } from "../../components/badges/StatusBadge.tsx";
import { WaterLossIndicator } from "../../components/badges/WaterLossIndicator.tsx";
import { CopyText } from "../../components/CopyText.tsx";
import { Dialog } from "../../components/dialog/Dialog.tsx";
import { KeyHelp, sharedKeys } from "../../components/KeyHelp.tsx";
import { Panel } from "../../components/panel/Panel.tsx";
import { StatCard } from "../../components/panel/StatCard.tsx";
import classes from "./Gallery.module.css";

const nothing = () => {};
const parts = [
  { color: "normal_consumption", name: "Normal", value: 86_400, text: "86,400 gal" },
  { color: "toilet_leak", name: "Toilet", value: 9_100, text: "9,100 gal" },
  { color: "other_leak", name: "Other", value: 4_020, text: "4,020 gal" },
  { color: "water_heater_leak", name: "Water heater", value: 2_200, text: "2,200 gal" },
] as const;

const losses = [
  {
    percentage: 1.2,
    waterLoss: {
      band: "Excellent",
      text: "Excellent Performance! Minimal water loss detected—you're setting a great example.",
    },
  },
  {
    percentage: 5,
    waterLoss: {
      band: "On Track",
      text: "On Track! Your water usage is within the optimal range, with slight room for improvement.",
    },
  },
  {
    percentage: 17.4,
    waterLoss: {
      band: "Attention Needed",
      text: "Attention Needed! Moderate water loss—investigating early can save costs.",
    },
  },
  {
    percentage: 100,
    waterLoss: { band: "Urgent", text: "Urgent Attention Required! High leakage levels—take action now!" },
  },
  { percentage: null, waterLoss: null },
] as const;

/** Figures on cards, in all states. */
export function Cards(): ReactNode {
  const [on, setOn] = useState(true);
  return (
    <div className={classes.cards}>
      <StatCard
        title="Leak Gallons"
        value="142,310"
        unit="gal"
        subtitle="vs previous 7 days"
        info="Gallons that ran through leaks in this period."
        comparison={{ value: 12.34, unit: "%" }}
        favourite={{ on, onToggle: () => setOn(!on) }}
      />
      <StatCard
        title="Leak Volume"
        value="11.8"
        unit="%"
        comparison={{ value: -1.5, unit: "pp" }}
        subtitle="vs previous 7 days"
      >
        <LeakShareBar label="Gallons by kind" parts={parts} />
      </StatCard>
      <StatCard
        title="Leak Expense"
        value="$2,134"
        subtitle="Last 7 days"
        comparison={{ value: 0, unit: "%" }}
        favourite={{ on: false, onToggle: nothing }}
      />
      <StatCard title="Loading" value={null} subtitle="Last 7 days" state={{ kind: "loading" }} />
      <StatCard title="Empty" value={null} subtitle="Last 7 days" state={{ kind: "empty" }} />
      <StatCard title="Error" value={null} state={{ kind: "error", onRetry: nothing }} />
      <StatCard
        title="Partial"
        value="86,400"
        unit="gal"
        state={{ kind: "partial", sentence: "12 of 15 properties reported" }}
      />
      <StatCard
        title="Stale"
        value="86,400"
        unit="gal"
        state={{ kind: "stale", sentence: "Last reading Mar 03, 2024" }}
      />
    </div>
  );
}

/** Panels in all states. */
export function Panels(): ReactNode {
  const content = <LeakShareBar label="Gallons by kind" parts={parts} legend />;
  return (
    <div className={classes.halves}>
      <Panel
        title="Ready"
        subtitle="Gallons, last 7 days"
        info="By kind of water."
        actions={<Button variant="default">Details</Button>}
      >
        {content}
      </Panel>
      <Panel title="Loading" state={{ kind: "loading" }} />
      <Panel
        title="Partial"
        subtitle="Gallons"
        state={{ kind: "partial", sentence: "3 of 15 properties have not reported since Mar 03." }}
      >
        {content}
      </Panel>
      <Panel
        title="Stale"
        state={{
          kind: "stale",
          sentence: "Last reading Mar 03, 2024.",
          action: <Button variant="default">Show that week</Button>,
        }}
      >
        {content}
      </Panel>
      <Panel
        title="Empty"
        state={{
          kind: "empty",
          sentence: "Meters that report fill this panel.",
          action: <Button>Import readings</Button>,
        }}
      />
      <Panel title="Error" state={{ kind: "error", message: "The leaks could not be loaded.", onRetry: nothing }} />
    </div>
  );
}

/** Badges, serials, dialogs. */
export function Badges(): ReactNode {
  const [dialog, setDialog] = useState<"none" | "form" | "keys">("none");
  return (
    <>
      <div className={classes.badges}>
        {performanceClasses.map((performance) => (
          <PerformanceBadge key={performance} performance={performance} />
        ))}
        <PerformanceBadge performance={null} />
      </div>
      <div className={classes.badges}>
        {["toilet leak", "other leak", "water heater", "toilet leak, other leak"].map((leakType) => (
          <LeakTypeBadge key={leakType} leakType={leakType} />
        ))}
      </div>
      <div className={classes.badges}>
        {["online", "offline", "delayed", "unknown"].map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        {(["healthy", "warning", "critical", null] as const).map((health) => (
          <HealthBadge key={health} health={health} />
        ))}
        <ComparisonBadge value={12.3} unit="%" />
        <ComparisonBadge value={-1.5} unit="pp" against="vs previous 7 days" />
        <ComparisonBadge value={0} unit="%" />
        <CopyText text="DL-40213" />
      </div>
      <div className={classes.halves}>
        {losses.map(({ percentage, waterLoss }) => (
          <WaterLossIndicator key={percentage} percentage={percentage} waterLoss={waterLoss} />
        ))}
      </div>
      <div className={classes.badges}>
        <Button onClick={() => setDialog("form")}>Open dialog</Button>
        <Button variant="default" onClick={() => setDialog("keys")}>
          Keys
        </Button>
        <Button variant="subtle">Subtle</Button>
        <Button disabled>Disabled</Button>
      </div>
      <Dialog
        opened={dialog === "form"}
        onClose={() => setDialog("none")}
        title="Property Information"
        footer={
          <>
            <Button variant="default" onClick={() => setDialog("none")}>
              Cancel
            </Button>
            <Button onClick={() => setDialog("none")}>Save</Button>
          </>
        }
      >
        No property details available
      </Dialog>
      <KeyHelp opened={dialog === "keys"} onClose={() => setDialog("none")} groups={sharedKeys} />
    </>
  );
}
