import { amount, goalText, isReached } from "./figure.ts";
import type { RecordedBench } from "./record.ts";

/** docs/figures.md: the record for people. */
export function figuresPage(benches: readonly RecordedBench[]): string {
  const sections = benches.map(section);
  return `# Figures

Measured by the commands that stand beside them. With \`--record\` a command writes its figures into \`figures.json\`, from
which this page is made.

${sections.join("\n")}`;
}

function section({ bench, what, command, date, machine, postgres, figures }: RecordedBench): string {
  const rows = figures.map(
    (figure) =>
      `| ${figure.name} | ${amount(figure.value, figure.unit)} | ${goalText(figure)}${isReached(figure) ? "" : " (missed)"} |`,
  );
  const { processor, cores, memoryGb, system, node } = machine;
  return `## ${bench}

${what}

    ${command}

${date}, ${processor}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}, Postgres ${postgres}.

| figure | measured | goal |
|---|---:|---:|
${rows.join("\n")}
`;
}
