import { amount, type BenchResult, type Figure, goalText, isReached } from "./figure.ts";
import { type Headline, headlines } from "./headlines.ts";

const COLUMNS = ["figure", "measured", "goal", "command", "measured on"];

/** What docs/figures.md says of a figure. */
export interface MeasuredRow {
  title: string;
  measured: string;
  goal: string;
  command: string;
  /** Day and machine. */
  measuredOn: string;
}

/** The rows of docs/figures.md that one bench measured. @throws Error where it no longer has the figure of a row */
export function rowsOf(result: BenchResult, measuredOn: string): MeasuredRow[] {
  return Object.values(headlines)
    .flat()
    .filter(({ bench }) => bench === result.bench)
    .map((headline) => {
      const figure = result.figures.find(({ name }) => isOf(headline, name));
      if (figure === undefined)
        throw new Error(`${result.bench} measured no "${headline.figure}", which bench/record/headlines.ts shows.`);
      return {
        title: headline.title,
        ...texts({ ...figure, unit: headline.unit ?? figure.unit }),
        command: result.command,
        measuredOn,
      };
    });
}

/** Some figures say behind their names of how many cases they are. */
function isOf(headline: Headline, name: string): boolean {
  return name === headline.figure || name.startsWith(`${headline.figure} (`);
}

function texts(figure: Figure): { measured: string; goal: string } {
  return {
    measured: amount(figure.value, figure.unit),
    goal: goalText(figure) + (isReached(figure) ? "" : " (missed)"),
  };
}

/** docs/figures.md. @param rows those that were measured; of others the page says so */
export function figuresPage(rows: readonly MeasuredRow[]): string {
  const sections = Object.entries(headlines).map(([section, list]) => {
    const lines = list.map(({ title }) => {
      const row = rows.find((one) => one.title === title);
      return row === undefined
        ? line([title, "not measured", "", "", ""])
        : line([title, row.measured, row.goal, `\`${row.command}\``, row.measuredOn]);
    });
    return `## ${section}\n\n${line(COLUMNS)}\n|---|---:|---:|---|---|\n${lines.join("\n")}\n`;
  });
  return `# Figures

What was measured, with the command that measures it again. \`--record\` behind a command updates its rows here and writes
all its figures to \`figures/\`, which is not kept in the repository.

${sections.join("\n")}`;
}

/** The rows of the page as it is. */
export function rowsIn(page: string): MeasuredRow[] {
  return page.split("\n").flatMap((text) => {
    const [title, measured, goal, command, measuredOn, end] = text
      .split(" | ")
      .map((cell) => cell.replace(/^\| | ?\|$/g, ""));
    if (title === undefined || measured === undefined || goal === undefined || command === undefined) return [];
    if (command === "" || measuredOn === undefined || end !== undefined || title === COLUMNS[0]) return [];
    return [{ title, measured, goal, command: command.replaceAll("`", ""), measuredOn }];
  });
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
