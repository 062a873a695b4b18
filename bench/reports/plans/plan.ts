import { z } from "zod";

/** A step of a query, as the database tells of it. */
export interface PlanNode {
  type: string;
  relation: string | null;
  index: string | null;
  condition: string | null;
  /** How often it was run; 0: planned, but not needed. */
  rounds: number;
  /** Rows that it gave, all its rounds together. */
  rows: number;
  /** Pages of 8 kB that it and the steps below it looked at. */
  pages: number;
  below: PlanNode[];
}

const node = z
  .looseObject({
    "Node Type": z.string(),
    "Relation Name": z.string().optional(),
    "Index Name": z.string().optional(),
    "Index Cond": z.string().optional(),
    "Actual Rows": z.number(),
    "Actual Loops": z.number(),
    "Shared Hit Blocks": z.number().default(0),
    "Shared Read Blocks": z.number().default(0),
    Plans: z.array(z.unknown()).default([]),
  })
  .transform(
    (plan): PlanNode => ({
      type: plan["Node Type"],
      relation: plan["Relation Name"] ?? null,
      index: plan["Index Name"] ?? null,
      condition: plan["Index Cond"] ?? null,
      rounds: plan["Actual Loops"],
      rows: Math.round(plan["Actual Rows"] * plan["Actual Loops"]),
      pages: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
      below: plan.Plans.map((below) => node.parse(below)),
    }),
  );

const explained = z.tuple([z.looseObject({ "QUERY PLAN": z.tuple([z.looseObject({ Plan: z.unknown() })]) })]);

/** @param rows what `explain (analyze, buffers, format json)` answered */
export function planOf(rows: readonly unknown[]): PlanNode {
  return node.parse(explained.parse(rows)[0]["QUERY PLAN"][0].Plan);
}

/** All steps of a plan. */
export function steps(plan: PlanNode): PlanNode[] {
  return [plan, ...plan.below.flatMap(steps)];
}

/** The plan as lines, what is below a step further in. */
export function planText(plan: PlanNode, depth = 0): string {
  const { type, relation, index, condition, rounds, rows, pages } = plan;
  const parts = [
    type,
    ...(relation === null ? [] : [`on ${relation}`]),
    ...(index === null ? [] : [`by ${index}`]),
    ...(condition === null ? [] : [condition.slice(0, 160)]),
    rounds === 0 ? "(not run)" : `(${rows} rows, ${pages} pages)`,
  ];
  return `${"  ".repeat(depth)}${parts.join(" ")}\n${plan.below.map((below) => planText(below, depth + 1)).join("")}`;
}
