import { Command } from "commander";
import type { RuleSetting } from "../../../contract/leaks/rule-settings.ts";
import type { Connections, Transactional } from "../../database/connect.ts";
import { IdRow, queryRow } from "../../database/query-rows.ts";
import { UsageError } from "../../imports/usage-error.ts";
import { ProblemError } from "../../problem/problem.ts";
import { changeSettings } from "../../rule-settings/change-settings.ts";
import { organizationChoice, settingsWith } from "../../rule-settings/read-settings.ts";
import { type SettingKind, settingKinds } from "../../rule-settings/setting-kinds.ts";
import { commandActor } from "../command/command-actor.ts";
import { withExample } from "../command/example.ts";
import { withDatabase } from "../command/with-database.ts";
import { named } from "../names/named.ts";
import { noSuch } from "../names/near-names.ts";

interface Options {
  organization?: string;
  json?: true;
}

type Settings = Record<keyof typeof settingKinds, RuleSetting[]>;

/** `dripline settings show | set | reset`: the numbers of the rules of an organization. */
export function settingsCommand(): Command {
  const command = new Command("settings").description("Numbers of the leak and metering rules of an organization.");
  const add = (name: string, description: string, example: string) =>
    withExample(command.command(name).description(description), example)
      .option("--organization <name or id>", "its name, or id; default: the default one")
      .option("--json", "print the numbers as JSON");
  add("show", "All numbers with their defaults and meaning.", "settings show").action((options: Options) =>
    run(options, () => ({})),
  );
  add("set", "Change numbers; leaks are then recalculated.", "settings set floor_gallons=0.6 most_toilet=12")
    .argument("<name=value...>", "such as floor_gallons=0.6")
    .action((pairs: string[], options: Options) => {
      const wanted = Object.fromEntries(pairs.map(pairOf));
      return run(options, () => wanted);
    });
  add("reset", "Put numbers back to their defaults.", "settings reset floor_gallons")
    .argument("<name...>", "such as floor_gallons; all: every number")
    .action((names: string[], options: Options) =>
      run(options, (known) => {
        const all = names.length === 1 && names[0] === "all";
        const chosen = all
          ? known
          : names.map((name) => known.find((one) => one.name === name) ?? unknown(name, known));
        return Object.fromEntries(chosen.map((one) => [one.name, one.default]));
      }),
    );
  return command;
}

async function run(options: Options, change: (known: RuleSetting[]) => Record<string, number>): Promise<void> {
  const { settings, marked } = await withDatabase(async (connections) => {
    const organizationId = await organizationOf(connections, options.organization);
    return connections.worker.transaction().execute(async (tx) => {
      const before: Settings = {
        leak: await settingsOf(tx, organizationId, settingKinds.leak),
        metering: await settingsOf(tx, organizationId, settingKinds.metering),
      };
      const known = [...before.leak, ...before.metering];
      const wanted = new Map(Object.entries(change(known)));
      const leak = await changed(tx, organizationId, settingKinds.leak, before.leak, wanted);
      const metering = await changed(tx, organizationId, settingKinds.metering, before.metering, wanted);
      for (const name of wanted.keys()) unknown(name, known);
      const properties = new Set([...leak.marked, ...metering.marked]).size;
      return { settings: { leak: leak.settings, metering: metering.settings }, marked: properties };
    });
  });
  if (options.json === true) process.stdout.write(`${JSON.stringify(settings, null, 2)}\n`);
  else for (const setting of [...settings.leak, ...settings.metering]) process.stdout.write(lineOf(setting));
  if (marked === 0) return;
  process.stderr.write(
    `The running server recalculates ${marked} ${marked === 1 ? "property" : "properties"}, or run: dripline refresh\n`,
  );
}

async function settingsOf(tx: Transactional, organizationId: number, kind: SettingKind): Promise<RuleSetting[]> {
  return settingsWith(kind, await organizationChoice(tx, organizationId, kind));
}

/** Sets those of the wanted numbers that are of this kind, and takes them out of the wanted ones. */
async function changed(
  tx: Transactional,
  organizationId: number,
  kind: SettingKind,
  before: RuleSetting[],
  wanted: Map<string, number>,
): Promise<{ settings: RuleSetting[]; marked: number[] }> {
  const after = Object.fromEntries(before.map(({ name, value }) => [name, wanted.get(name) ?? value]));
  for (const { name } of before) wanted.delete(name);
  try {
    const { choice, marked } = await changeSettings(tx, commandActor(), organizationId, kind, {
      settings: after,
    });
    return { settings: settingsWith(kind, choice), marked };
  } catch (error) {
    throw error instanceof ProblemError ? new UsageError(error.message) : error;
  }
}

async function organizationOf(connections: Connections, name: string | undefined): Promise<number> {
  if (name !== undefined) return (await named(connections, "organization", name)).id;
  const standard = await queryRow(connections.worker, IdRow)`select id from organizations where is_default`;
  if (standard === undefined) throw new UsageError("There is no default organization: use --organization.");
  return standard.id;
}

function pairOf(pair: string): [string, number] {
  const [name = "", text = "", ...rest] = pair.split("=");
  const value = Number(text);
  if (text.trim() === "" || rest.length > 0 || !Number.isFinite(value)) {
    throw new UsageError(`Give a name and a number, such as floor_gallons=0.6, not "${pair}".`);
  }
  return [name, value];
}

function unknown(name: string, known: readonly RuleSetting[]): never {
  const names = known.map((one) => ({ name: one.name, label: one.name }));
  throw new UsageError(`${noSuch("setting", "", name, names)} See: dripline settings show`);
}

function lineOf({ name, value, default: standard, unit, is_changed, description }: RuleSetting): string {
  const was = is_changed ? ` (default ${standard})` : "";
  return `${is_changed ? "*" : " "} ${`${name} = ${value} ${unit}${was}`.padEnd(56)} ${description}\n`;
}
