import { amount, type Figure, goalText, isReached } from "./figure.ts";
import type { RecordedBench } from "./record.ts";

/** docs/figures.md: the record for people. */
export function figuresPage(results: readonly RecordedBench[]): string {
  const benches = results.filter((result) => !isCheck(result));
  const checks = results.filter(isCheck);
  return `# Figures

Measured by the commands that stand beside them. With \`--record\` a command writes its figures into \`figures.json\`, from
which this page is made.

${[...(checks.length > 0 ? [checksSection(checks)] : []), ...benches.map(section)].join("\n")}`;
}

/** The checks of what must hold, together in one table. */
function isCheck({ bench }: RecordedBench): boolean {
  return bench.startsWith("verify ");
}

function checksSection(checks: readonly RecordedBench[]): string {
  const rows = checks.flatMap((check) =>
    check.figures.map(
      (figure) => `| ${row(figure)} | \`${check.command}\` | ${check.date}, ${check.machine.processor} |`,
    ),
  );
  const machines = new Set(checks.map(machineText));
  return `## What must hold

Under load, fault and attack: \`npm run verify\`, each with builds sabotaged on purpose that it must catch.

${[...machines].join("\n\n")}

| figure | measured | goal | command | measured on |
|---|---:|---:|---|---|
${rows.join("\n")}
`;
}

function row(figure: Figure): string {
  return `${figure.name} | ${amount(figure.value, figure.unit)} | ${goalText(figure)}${isReached(figure) ? "" : " (missed)"}`;
}

function machineText({ machine, postgres }: RecordedBench): string {
  const { processor, cores, memoryGb, system, node } = machine;
  return `${processor}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}, Postgres ${postgres}.`;
}

function section(bench: RecordedBench): string {
  return `## ${bench.bench}

${bench.what}

    ${bench.command}

${bench.date}, ${machineText(bench)}

| figure | measured | goal |
|---|---:|---:|
${bench.figures.map((figure) => `| ${row(figure)} |`).join("\n")}
`;
}
