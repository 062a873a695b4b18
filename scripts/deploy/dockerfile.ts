import { cpSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { DockerfileParser, ModifiableInstruction } from "dockerfile-ast";

export const ROOT = join(import.meta.dirname, "../..");

/** One instruction of the Dockerfile. */
export interface Step {
  keyword: string;
  args: string[];
  /** All behind the keyword and its flags, as it stands. */
  text: string;
  flags: Record<string, string>;
}

/** The instructions of each stage of the project's Dockerfile, its FROM first. */
export function stagesOfDockerfile(): Step[][] {
  const stages: Step[][] = [];
  const file = DockerfileParser.parse(readFileSync(join(ROOT, "Dockerfile"), "utf8"));
  for (const instruction of file.getInstructions()) {
    const keyword = instruction.getKeyword();
    if (keyword === "FROM") stages.push([]);
    const flags = instruction instanceof ModifiableInstruction ? instruction.getFlags() : [];
    stages.at(-1)?.push({
      keyword,
      args: instruction.getArguments().map((arg) => arg.getValue()),
      text: instruction.getArgumentsContent() ?? "",
      flags: Object.fromEntries(flags.map((flag) => [flag.getName(), flag.getValue() ?? ""])),
    });
  }
  return stages;
}

/** The steps of a stage with one keyword. */
export function stepsOf(stage: readonly Step[], keyword: string): Step[] {
  return stage.filter((step) => step.keyword === keyword);
}

/** The command of a step in exec form (a JSON array). */
export function commandOf(step: Step | undefined): string[] {
  const list: unknown = JSON.parse(/\[.*\]$/s.exec(step?.text ?? "")?.[0] ?? "[]");
  return Array.isArray(list) ? list.map(String) : [];
}

/** The settings that a stage makes. */
export function environmentOf(stage: readonly Step[]): Record<string, string> {
  const assignments = stepsOf(stage, "ENV").flatMap((step) => step.args);
  return Object.fromEntries(
    assignments.map((assignment) => [
      assignment.slice(0, assignment.indexOf("=")),
      assignment.slice(assignment.indexOf("=") + 1),
    ]),
  );
}

/** The paths that a COPY takes, and where it puts them. */
export function copied({ args }: Step): { sources: string[]; destination: string } {
  return { sources: args.slice(0, -1), destination: args.at(-1) ?? "" };
}

/** Copies what a stage takes from the project, without what .dockerignore leaves out, into a folder. */
export function copyFromProject(stage: readonly Step[], folder: string): void {
  const rules = readIgnored();
  for (const step of stepsOf(stage, "COPY").filter(({ flags }) => flags.from === undefined)) {
    const { sources, destination } = copied(step);
    for (const source of sources) {
      const to = join(folder, destination.endsWith("/") ? join(destination, basename(source)) : destination);
      cpSync(join(ROOT, source), to, {
        recursive: true,
        filter: (path) => !isIgnored(relative(ROOT, path), rules),
      });
    }
  }
}

interface Rule {
  fits: RegExp;
  keeps: boolean;
}

/** The rules of .dockerignore, in their order. */
export function readIgnored(): Rule[] {
  return readFileSync(join(ROOT, ".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ fits: patternOf(line.replace(/^!/, "")), keeps: line.startsWith("!") }));
}

/** As Docker reads it: a star stands for names with a dot in front, too. */
function patternOf(rule: string): RegExp {
  const anyFolders = rule.startsWith("**/");
  const rest = (anyFolders ? rule.slice(3) : rule).replaceAll(".", "\\.").replaceAll("*", "[^/]*");
  return new RegExp(`^${anyFolders ? "(.*/)?" : ""}${rest}$`);
}

/** Whether .dockerignore leaves a path of the project out: the last rule that fits it, or a folder that it lies in, counts. */
export function isIgnored(path: string, rules: readonly Rule[]): boolean {
  const parts = path.split("/");
  const folders = parts.map((_, i) => parts.slice(0, i + 1).join("/"));
  return rules.findLast(({ fits }) => folders.some((part) => fits.test(part)))?.keeps === false;
}
