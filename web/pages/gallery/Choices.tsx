import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { toast } from "../../app/toast.ts";
import { BedCountFilter } from "../../components/filters/BedCountFilter.tsx";
import { anyBedCount, type BedCount } from "../../components/filters/bed-count.ts";
import { ComparisonSelect } from "../../components/period/ComparisonSelect.tsx";
import { Tabs } from "../../components/tabs/Tabs.tsx";
import classes from "./Gallery.module.css";

const screens = [
  { tab: "leaks", label: "Leak overview" },
  { tab: "meters", label: "Meters", count: 1204 },
  { tab: "none", label: "Nothing yet" },
] as const;
const granularities = [
  { tab: "day", label: "Day" },
  { tab: "hour", label: "Hour" },
] as const;

/** Tabs, filters by period and bedrooms, and the messages about their results. */
export function Choices(): ReactNode {
  const [screen, setScreen] = useState<(typeof screens)[number]["tab"]>("leaks");
  const [granularity, setGranularity] = useState<(typeof granularities)[number]["tab"]>("day");
  const [beds, setBeds] = useState<BedCount>(anyBedCount);
  const [compared, setCompared] = useState<"previous_period">();
  return (
    <div className={classes.choices}>
      <Tabs label="Screen" tabs={screens} value={screen} onChange={setScreen} panel="shown" look="line" />
      <div id="shown" role="tabpanel" aria-label={screen} className={classes.row}>
        <Tabs label="Granularity" tabs={granularities} value={granularity} onChange={setGranularity} panel="points" />
        <span id="points" role="tabpanel" aria-label={granularity}>{`By the ${granularity}`}</span>
        <BedCountFilter value={beds} onChange={setBeds} />
        <BedCountFilter value={{ from: 1, to: 3 }} onChange={() => {}} />
        <ComparisonSelect period="last-7-days" value={compared !== undefined} onChange={setCompared} />
        <ComparisonSelect period="today" value={compared !== undefined} onChange={setCompared} />
        <Button variant="default" onClick={() => toast({ title: "Success", message: "It is kept." })}>
          It went well
        </Button>
        <Button
          variant="default"
          onClick={() => toast({ title: "Error", message: "It could not be kept. Try again.", destructive: true })}
        >
          It failed
        </Button>
      </div>
    </div>
  );
}
