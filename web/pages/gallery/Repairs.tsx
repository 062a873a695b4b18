import type { ReactNode } from "react";
import type { MeterEffect, RepairEffect } from "../../../contract/readings/repair-effect.ts";
import type { Quarantined } from "../../../contract/readings/repairs.ts";
import { Panel } from "../../components/panel/Panel.tsx";
import { Effect } from "../admin/data/decide/Effect.tsx";
import { HeldChart } from "../admin/data/quarantine/HeldChart.tsx";
import { Progress } from "../admin/start/Progress.tsx";
import { StepBones } from "../admin/start/StepBones.tsx";
import { StepItem } from "../admin/start/StepItem.tsx";
import start from "../admin/start/start.module.css";
import type { Step } from "../admin/start/steps.ts";
import classes from "./Gallery.module.css";

const nothing = () => {};

/** What waits for a decision with the hours around it, and what a decision changes. */
export function Repairs(): ReactNode {
  return (
    <>
      {sampleHeld.map((held) => (
        <Panel key={held.id} title={`In question: ${held.id}`} flush>
          <HeldChart held={held} view={{ zone: "America/Chicago", open: nothing }} />
        </Panel>
      ))}
      <div className={classes.halves}>
        {sampleEffects.map((effect) => (
          <Panel key={effect.meters.length} title="What it changes">
            <Effect effect={effect} isDone={false} />
          </Panel>
        ))}
        <Panel title="What it changed">
          <Effect effect={sampleEffects[1] ?? { meters: [], units: [] }} isDone />
        </Panel>
      </div>
    </>
  );
}

/** The steps of getting started: done, next and open, not to be opened yet, on their way. */
export function StartSteps(): ReactNode {
  return (
    <div className={classes.halves}>
      <ol className={start.steps} aria-label="Steps">
        {sampleSteps.map((step, place) => (
          <StepItem
            key={step.name}
            step={step}
            number={place + 1}
            isOpen={step.isNext}
            onToggle={step.isDone || step.isNext ? nothing : undefined}
          >
            <Progress label="Meters with a reading" value={7} most={24} />
            <Progress label="Hours of the first whole day" value={24} most={24} />
          </StepItem>
        ))}
      </ol>
      <StepBones />
    </div>
  );
}

const HOUR = 3_600_000;
const begin = Date.parse("2024-03-12T05:00:00Z");
const at = (hour: number) => new Date(begin + hour * HOUR).toISOString();

const volume: Quarantined = {
  id: "hour 1",
  sort: "hour",
  meter_serial_number: "DL-40213",
  attached_to: "Toilet",
  building_name: "Building A",
  unit_name: "308",
  measured_at: at(12),
  last_at: at(12),
  hours: 1,
  minutes: null,
  gallons: 38_400,
  most_gallons: 600,
  flow_time: 60,
  events: 1,
  finding: null,
  register_before: null,
  register: null,
  received_at: at(13),
  decision: null,
  repair_id: null,
  around: Array.from({ length: 25 }, (_, hour) => ({
    starts_at: at(hour),
    gallons: hour === 12 ? null : 2 + ((hour * 7) % 5),
    is_estimated: hour === 20,
  })),
};

/** Readings that wait for a person: a volume, one of several hours, registers, one decided, one whose hours are gone. */
const sampleHeld: readonly Quarantined[] = [
  volume,
  { ...volume, id: "lump 1", sort: "lump", hours: 6, gallons: 240, most_gallons: null },
  {
    ...volume,
    id: "registers 1",
    sort: "registers",
    attached_to: "SPOE",
    gallons: -5_000,
    finding: "fell",
    register_before: 9_060,
    register: 4_060,
    last_at: at(14),
    received_at: null,
  },
  { ...volume, id: "hour 2", decision: "accepted", repair_id: 7 },
  { ...volume, id: "hour 3", around: [] },
];

function meterEffect(meter_serial_number: string, days: number): MeterEffect {
  return {
    meter_serial_number,
    days_changed: days,
    gallons_before: days * 86,
    gallons_after: days * 64,
    leak_gallons_before: days * 22,
    leak_gallons_after: 0,
    days: Array.from({ length: days }, (_, day) => ({
      date: `2024-03-${String((day % 31) + 1).padStart(2, "0")}`,
      gallons_before: day === 0 ? null : 86,
      gallons_after: 64,
      leak_gallons_before: 22,
      leak_gallons_after: 0,
      hours_measured_before: day === 0 ? 0 : 24,
      hours_measured_after: 24,
    })),
    leaks_opened: [],
    leaks_gone: [],
    leaks_changed: [],
  };
}

/** What repairs change: nothing, a few days of one meter, much of several. */
const sampleEffects: readonly RepairEffect[] = [
  { meters: [], units: [] },
  { meters: [meterEffect("DL-40213", 3)], units: [] },
  {
    meters: [meterEffect("DL-40213", 40), meterEffect("DL-40214", 2)],
    units: Array.from({ length: 7 }, (_, unit) => ({
      unit_id: unit,
      building_name: "A",
      unit_name: String(101 + unit),
      days_changed: 2,
      gallons_before: 172,
      gallons_after: 128,
      leak_gallons_before: 44,
      leak_gallons_after: 0,
      days: [],
    })),
  },
];

/** The way of a newcomer: two steps done, the third next, the others not yet. */
const sampleSteps: readonly Step[] = [
  { name: "organization", isDone: true, isNext: false, statusText: "Harbor Residential" },
  { name: "property", isDone: true, isNext: false, statusText: "Cedar Court, Central time" },
  { name: "units", isDone: false, isNext: true, statusText: "Missing: which units there are, and their meters." },
  { name: "token", isDone: false, isNext: false, statusText: "After the units" },
];
