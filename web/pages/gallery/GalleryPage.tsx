import { Button, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { toast } from "../../app/toast.ts";
import { BedCountFilter } from "../../components/filters/BedCountFilter.tsx";
import { anyBedCount, type BedCount } from "../../components/filters/bed-count.ts";
import { DateFilter } from "../../components/filters/DateFilter.tsx";
import { FilterBar } from "../../components/filters/FilterBar.tsx";
import { PlacesFilter } from "../../components/filters/PlacesFilter.tsx";
import { PopoverFilter } from "../../components/filters/PopoverFilter.tsx";
import { ComparisonSelect } from "../../components/period/ComparisonSelect.tsx";
import { PeriodTabs } from "../../components/period/PeriodTabs.tsx";
import type { Period } from "../../components/period/period.ts";
import { Tabs } from "../../components/tabs/Tabs.tsx";
import { Charts } from "./Charts.tsx";
import { ChoiceLists } from "./ChoiceLists.tsx";
import { Files } from "./Files.tsx";
import { Forms } from "./Forms.tsx";
import classes from "./Gallery.module.css";
import { HeatMaps, Maps, PortfolioCards } from "./MapsAndCards.tsx";
import { Prices } from "./Prices.tsx";
import { Repairs, StartSteps } from "./Repairs.tsx";
import { Badges, Cards, Panels } from "./Small.tsx";
import { Tables } from "./Tables.tsx";

const buildings = Array.from({ length: 14 }, (_, index) => ({
  value: String(index),
  label: `Building ${String.fromCharCode(65 + index)}`,
  count: (index * 7) % 23,
}));

const organizations = ["Harbor Residential", "Northlight"].map((label, index) => ({
  value: String(index),
  label,
  properties: ["Cedar Court", "Lakeshore", "Mission Vista"].map((name) => ({ value: `${index} ${name}`, label: name })),
}));

function Section({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <section className={classes.section} id={name.toLowerCase().replaceAll(" ", "-")}>
      <h2 className={classes.name}>{name}</h2>
      {children}
    </section>
  );
}

/** Every shared part in every state, for looking at; it needs no server. */
export function GalleryPage(): ReactNode {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const [period, setPeriod] = useState<Period>({ period: "last-7-days" });
  const [chosen, setChosen] = useState<readonly string[]>(["1", "2"]);
  const [day, setDay] = useState<string | null>(null);
  const [places, setPlaces] = useState<readonly string[]>(["0 Lakeshore"]);
  const [kind, setKind] = useState<readonly string[]>([]);
  return (
    <main className={classes.page}>
      <div className={classes.top}>
        <b>Parts</b>
        <Button variant="default" onClick={() => setColorScheme(scheme === "dark" ? "light" : "dark")}>
          {scheme === "dark" ? "Light" : "Dark"}
        </Button>
      </div>
      <FilterBar
        title="Top 5 Leaks Details"
        developer="Harbor Residential"
        counts={[
          { label: "Total Properties", value: 15 },
          { label: "Total Units", value: 1612 },
        ]}
        primary={<PeriodTabs value={period} onChange={setPeriod} today="2024-03-31" />}
        active={[
          { id: "building", name: "Building", value: `${chosen.length} selected`, onRemove: () => setChosen([]) },
          { id: "beds", name: "Beds", value: "1 to 3", onRemove: () => {} },
        ]}
        onReset={() => setChosen([])}
      >
        <DateFilter value={day} onChange={setDay} today="2024-03-31" />
        <PlacesFilter groups={organizations} selected={places} onChange={setPlaces} />
        <PopoverFilter
          label="Building"
          options={buildings}
          selected={chosen}
          onChange={setChosen}
          emptyText="No buildings found"
        />
        <PopoverFilter
          label="Leak type"
          options={[
            { value: "toilet leak", label: "Toilet Leak" },
            { value: "other leak", label: "Other Leak" },
          ]}
          selected={kind}
          onChange={setKind}
          applyOn="close"
        />
      </FilterBar>
      <Section name="Choices">
        <Choices />
      </Section>
      <Section name="Cards">
        <Cards />
      </Section>
      <Section name="Portfolio cards">
        <PortfolioCards />
      </Section>
      <Section name="Maps">
        <Maps />
      </Section>
      <Section name="Heat maps">
        <HeatMaps />
      </Section>
      <Section name="Prices">
        <Prices />
      </Section>
      <Section name="Charts">
        <Charts />
      </Section>
      <Section name="Tables">
        <Tables />
      </Section>
      <Section name="Panels">
        <Panels />
      </Section>
      <Section name="Forms">
        <Forms />
      </Section>
      <Section name="Choice lists">
        <ChoiceLists />
      </Section>
      <Section name="Files">
        <Files />
      </Section>
      <Section name="Repairs">
        <Repairs />
      </Section>
      <Section name="Steps">
        <StartSteps />
      </Section>
      <Section name="Badges">
        <Badges />
      </Section>
    </main>
  );
}

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
function Choices(): ReactNode {
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
