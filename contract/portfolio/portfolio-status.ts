import { z } from "zod";
import { percent } from "../call/fields.ts";
import { changeOf } from "../reporting/figures-shape.ts";

const CLASSES = {
  on_track: "with less than 10 leak gallons per hundred",
  opportunities: "with 10 to less than 25 leak gallons per hundred",
  critical: "with 25 leak gallons per hundred, or more",
  zero_usage: "in which meters reported, but no water ran",
};
const classShape = (name: keyof typeof CLASSES) => {
  const properties = `properties ${CLASSES[name]}`;
  return [
    z.number().int().describe(`Number of ${properties}.`),
    percent.nullable().describe(`Percentage of properties with a class: ${properties}. null: none has a class.`),
    changeOf(`the number of ${properties}`),
  ] as const;
};
const [on_track, on_track_percentage, on_track_comparison] = classShape("on_track");
const [opportunities, opportunities_percentage, opportunities_comparison] = classShape("opportunities");
const [critical, critical_percentage, critical_comparison] = classShape("critical");
const [zero_usage, zero_usage_percentage, zero_usage_comparison] = classShape("zero_usage");

export const leakStatus = z.object({
  on_track,
  on_track_percentage,
  on_track_comparison,
  opportunities,
  opportunities_percentage,
  opportunities_comparison,
  critical,
  critical_percentage,
  critical_comparison,
  zero_usage,
  zero_usage_percentage,
  zero_usage_comparison,
  no_data: z.number().int().describe("Properties without a class, because no meter reported; in no percentage."),
  total_leaks: z
    .number()
    .int()
    .describe("Units with leak gallons in the period; leaks at meters of a building or of irrigation are not counted."),
  total_leaks_comparison: changeOf("total_leaks"),
});
export type LeakStatus = z.infer<typeof leakStatus>;
