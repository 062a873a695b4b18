import type { Mutation } from "./mutation.ts";

const commands = "The command line: ";
const inventory = "Inventory of a property: ";
const data = "Data of a property: imports, rejected rows, quarantine, corrections: ";
const start = "From nothing to the first leak: ";

const cli = "server/cli";
const admin = "web/pages/admin";

/** Of the rows about the command line, a property's inventory and data, and the way to the first leak. */
export const operatorMutations: readonly Mutation[] = [
  // The command line
  {
    row: `${commands}\`npm run dripline -- call\``,
    file: `${cli}/call/ask-calls.ts`,
    from: "  serveOrganizationUsers(routes, users);\n",
    to: "",
  },
  {
    row: `${commands}Organizations and properties`,
    file: `${cli}/call/call-command.ts`,
    from: "next !== null; ",
    to: "next === null; ",
  },
  {
    row: `${commands}Buildings, units, points`,
    file: `${cli}/names/named.ts`,
    from: "b.name || ' / ' || u.name as full",
    to: "u.name as full",
    by: "buildings, units, points",
  },
  {
    row: `${commands}Users: created, edited`,
    file: `${cli}/call/field-ids.ts`,
    from: '  assigned_properties: "property",\n',
    to: "",
  },
  {
    row: `${commands}API keys, default price`,
    file: `${cli}/accounts/sessions-command.ts`,
    from: "if (strange.length > 0)",
    to: "if (strange.length > 9)",
  },
  {
    row: `${commands}Gateway tokens, imports and inventory`,
    file: `${cli}/call/print-answer.ts`,
    from: 'typeof value === "string" ? value : JSON.stringify(value ?? null)',
    to: "JSON.stringify(value ?? null)",
  },
  {
    row: `${commands}Rules of an organization, meters`,
    file: `${cli}/figures/settings-command.ts`,
    from: "chosen.map((one) => [one.name, one.default])",
    to: "chosen.map((one) => [one.name, one.value])",
    by: "sets, shows and resets thresholds of both",
  },
  {
    row: `${commands}Rules of an organization, meters`,
    file: `${cli}/files/occupancy-command.ts`,
    from: "? exitCodes.rejected : exitCodes.fine;",
    to: "? exitCodes.fine : exitCodes.fine;",
    by: "occupancy-command",
  },
  {
    row: `${commands}With exit codes and --json`,
    file: `${cli}/accounts/sessions-command.ts`,
    from: '  withExample(end, "sessions end ann@example.com all");\n',
    to: "",
    by: "every command has an example",
  },
  // Inventory of a property
  {
    row: `${inventory}Buildings, units, points and meters are added`,
    file: `${admin}/property/confirmations.tsx`,
    from: "units_count > 0 && (",
    to: "units_count < 0 && (",
  },
  {
    row: `${inventory}Each rule's message`,
    file: `web/app/form/focus-first-wrong.ts`,
    from: "?.focus();",
    to: ";",
  },
  {
    row: `${inventory}Expected-use tag of a meter`,
    file: `${admin}/property/confirmations.tsx`,
    from: "body: { expected: !continuous_use_expected },",
    to: "body: { expected: false },",
  },
  {
    row: `${inventory}Meter swap with closing and opening register`,
    file: `${admin}/property/meters/swap/swap-rules.ts`,
    from: "meter.register_unit === null ? null : numberError(typed, 0, MOST_REGISTER, true),",
    to: "numberError(typed, 0, MOST_REGISTER, true),",
    by: "asks for registers only of meters that",
  },
  {
    row: `${inventory}Upload a spreadsheet`,
    file: `${admin}/inventory-file/file-rows.ts`,
    from: "        delete named[source.heading];\n",
    to: "",
    by: "fills a missing column from another heading",
  },
  {
    row: `${inventory}Of two concurrent`,
    file: "server/problem/as-expected.ts",
    from: "  if (Object.entries(expected ?? {}).some(differs)) throw changedMeanwhile(what);\n",
    to: "",
    by: "the second of two concurrent changes of",
  },
  {
    row: `${inventory}A workbook with merged cells`,
    file: `${admin}/inventory-file/InventoryFileSteps.tsx`,
    from: "...(merged_cells === 0\n",
    to: "...(merged_cells >= 0\n",
  },
  {
    row: `${inventory}Occupancy of units`,
    file: `${admin}/property/occupancy/rent-roll-text.ts`,
    from: "rejected.has(place + 1)",
    to: "rejected.has(place)",
    by: "keeps rejected rows as they were pasted",
  },
  // Data of a property
  {
    row: `${data}A workbook of`,
    file: "server/imports/workbook/read-sheets.ts",
    from: "if ((isFound && !isWhole) || hidden === true || veryHidden === true) return false;",
    to: "if (isFound && !isWhole) return false;",
    by: "workbook-readings",
  },
  {
    row: `${data}Swapped days and months`,
    file: "server/imports/layout/date-order.ts",
    from: "this.impossible + Math.min(this.forward, this.backward)",
    to: "this.impossible",
  },
  {
    row: `${data}A file of`,
    file: `${admin}/data/imports/reading-choices.ts`,
    from: "const isDayFirst = Number(first) > 12 ||",
    to: "const isDayFirst = Number(first) > 31 ||",
    by: "reading-choices",
  },
  {
    row: `${data}Volumes of 1 to 60 minutes`,
    file: "server/imports/layout/detect-interval.ts",
    from: "const MAX_OTHERS = 50;",
    to: "const MAX_OTHERS = 0;",
    by: "detect-interval",
  },
  {
    row: `${data}Upload with progress`,
    file: `${admin}/data/imports/use-upload.ts`,
    from: "if (running.current !== null) running.current.abort();",
    to: "if (running.current !== null) return;",
  },
  {
    row: `${data}Quarantine with a`,
    file: `${admin}/data/quarantine/held-hours.ts`,
    from: "return at > begin - HOUR_MS && at <= end;",
    to: "return at >= begin - HOUR_MS && at <= end;",
    by: "held.test",
  },
  {
    row: `${data}Every dialog of the data`,
    file: `${admin}/data/decide/RepairForm.tsx`,
    from: "        label={t`Reason`}\n",
    to: "",
  },
  {
    row: `${data}A workbook with`,
    file: "server/imports/files/source-file.ts",
    from: "is an Excel workbook with a password, or in a format older than .xlsx.",
    to: "is a file of another kind.",
  },
  {
    row: `${data}Hostile names of files and texts`,
    file: `${admin}/data/imports/FoundRows.tsx`,
    from: "              <span>{message}</span>\n              <code>{raw}</code>\n",
    to: "              <span dangerouslySetInnerHTML={{ __html: message + raw }} />\n",
  },
  {
    row: `${data}An organization's admin sees`,
    file: `${admin}/data/DataPage.tsx`,
    from: "properties.data?.find(({ id }) => requestedId === undefined || id === requestedId)",
    to: "properties.data?.[0]",
    by: "an organization's admin sees",
  },
  // From nothing to the first leak
  {
    row: `${start}An operator with an empty installation`,
    file: "server/inventory/property-setup.ts",
    from: '    ["day", setup.first_day?.is_complete !== true],\n',
    to: "",
    by: "each step up to the first leak",
  },
  {
    row: `${start}A newcomer reaches`,
    file: `${admin}/start/ReadingStep.tsx`,
    from: '        <ByFile key="file" setup={setup} upload={upload} />\n',
    to: "",
  },
  {
    row: `${start}Units from a`,
    file: `${admin}/inventory-file/CorrectRow.tsx`,
    from: 'typed?.[column] ?? row.cells[column] ?? ""',
    to: 'row.cells[column] ?? ""',
    by: "previews, corrects and imports a spreadsheet, and",
  },
  {
    row: `${start}The first reading`,
    file: `${admin}/start/start-queries.ts`,
    from: "const LOOK_EVERY = 2_000;",
    to: "const LOOK_EVERY = 2_000_000;",
  },
  {
    row: `${start}An installation without properties`,
    file: "web/pages/account/root/route.ts",
    from: 'isEmpty ? "/admin/start" : firstScreen(me)',
    to: "firstScreen(me)",
    by: "a new administrator gets there in the",
  },
  {
    row: `${start}Failures show an`,
    file: `${admin}/start/StartPage.tsx`,
    from: " It is retried automatically.",
    to: "",
  },
  {
    row: `${start}A file in`,
    file: `${admin}/start/steps.ts`,
    from: "return hours > 2 && hours <= 27;",
    to: "return hours > 2 && hours <= 72;",
  },
];
