import type { ReactNode } from "react";
import { Panel } from "../../components/panel/Panel.tsx";
import { Effect } from "../admin/data/decide/Effect.tsx";
import { HeldChart } from "../admin/data/quarantine/HeldChart.tsx";
import { Progress } from "../admin/start/Progress.tsx";
import { StepBones } from "../admin/start/StepBones.tsx";
import { StepItem } from "../admin/start/StepItem.tsx";
import start from "../admin/start/start.module.css";
import { sampleEffects, sampleHeld, sampleSteps } from "./admin-sample.ts";
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
