import type { Mutation } from "./mutation.ts";

const beyond = "Beyond the specification: ";
const forms = "Forms of administration, rule by rule: ";
const hostile = "Hostile names: ";

const admin = "web/pages/admin";
const formTest = "form-rules.test.ts";

/** Of the rows that hold on every screen, of the rules of forms, and of names that would run. */
export const everywhereMutations: readonly Mutation[] = [
  // Beyond the specification
  {
    row: `${beyond}Keyboard throughout: twelve`,
    file: "web/pages/property/top5-leaks-home/WorkList.tsx",
    from: "        data-row={index}\n",
    to: "        data-row={index}\n        tabIndex={-1}\n",
  },
  {
    row: `${beyond}Keyboard throughout Portfolio Insights`,
    file: "web/components/filters/PlacesMenu.tsx",
    from: " onKeyDown={walkBoxes}",
    to: "",
    by: "Cockpit: selects and clears places, stars a",
  },
  {
    row: `${beyond}Keyboard throughout the administration`,
    file: "web/app/shell/SignedInShell.tsx",
    from: "  useKeptFocus();\n",
    to: "",
    by: "creates, stores and revokes an API key",
  },
  {
    row: `${beyond}Choosing one of`,
    file: "web/components/filters/OneOfManyList.tsx",
    from: "      searchable\n",
    to: "",
  },
  {
    row: `${beyond}Ctrl-K over properties`,
    file: "web/app/jump/screens.ts",
    from: '  "/admin/users": t`users people access invite permissions roles`,\n',
    to: "",
    by: "pages and actions",
  },
  {
    row: `${beyond}A link into another organization`,
    file: "web/app/route/signed-in-route.ts",
    from: "(idsOf(search.property_id) ?? [])",
    to: "[]",
  },
  {
    row: `${beyond}On a phone: targets of 44 pixels`,
    file: "web/pages/property/leak-list/columns.tsx",
    from: 'at the price in force on each day`,\n      card: "main",\n',
    to: "at the price in force on each day`,\n",
    by: "every card of a leak",
  },
  {
    row: `${beyond}The current day`,
    file: "web/app/report/text.ts",
    from: "  if (!is_over) return { sentence: t`So far: today is not over.`, enough: true };\n",
    to: "",
    by: 'says "so far" for an unfinished day',
  },
  {
    row: `${beyond}CSV and XLSX of every table`,
    file: "web/components/table/rows-file.ts",
    from: ", ...(totals ? [totals] : [])];",
    to: "];",
    by: "writes the same headings, figures and totals",
  },
  {
    row: `${beyond}In print: charts`,
    file: "web/pages/portfolio/cockpit/CockpitAnswer.tsx",
    from: "<Fact Icon={IconGitCompare} screenOnly>",
    to: "<Fact Icon={IconGitCompare}>",
    by: "Cockpit prints without controls that need a",
  },
  {
    row: `${beyond}Charts: as a`,
    file: "web/components/chart/ChartCanvas.tsx",
    from: "if (last > first) onZoom(first, last);",
    to: "",
    by: "a chart opens as a table, zooms",
  },
  {
    row: `${beyond}? lists the keys`,
    file: "web/components/KeyHelp.tsx",
    from: '      { keys: ["J"], does: t`Next row` },\n',
    to: "",
    by: "? lists the keyboard shortcuts, and Escape",
  },
  {
    row: `${beyond}axe: no violation in light`,
    file: "web/components/pager/Pager.tsx",
    from: "            aria-label={t`Previous page`}\n",
    to: "",
    by: "has no violation",
  },
  {
    row: `${beyond}500, 503, timeout`,
    file: "web/app/api.ts",
    from: "const TIMEOUT = 30_000;",
    to: "const TIMEOUT = 300_000;",
    by: "a call without an answer fails after",
  },
  {
    row: `${beyond}A late response`,
    file: "web/main.tsx",
    from: "    if (Date.now() - last < AGAIN) return;\n",
    to: "",
    by: "a tab opened before a release reloads",
  },
  // Forms of administration
  {
    row: `${forms}Profile: names`,
    file: "web/pages/account/profile/details/details-rules.ts",
    from: "const MOST_NAME = 100;",
    to: "const MOST_NAME = 200;",
    by: formTest,
  },
  {
    row: `${forms}The same: a name that is taken`,
    file: "server/inventory/places/buildings.ts",
    from: 'if (taken.rows.length > 0) throw wrongField("name", text`Another building',
    to: 'if (taken.rows.length > 99) throw wrongField("name", text`Another building',
    by: "buildings: added, listed",
  },
  {
    row: `${forms}Property: street, city, state`,
    file: `${admin}/properties/form/property-rules.ts`,
    from: "zip_code: atMost(20),",
    to: "zip_code: atMost(30),",
    by: formTest,
  },
  {
    row: `${forms}Property: contact e-mail`,
    file: `${admin}/properties/form/property-rules.ts`,
    from: "text.length <= EMAIL ? null",
    to: "text.length <= 2 * EMAIL ? null",
    by: formTest,
  },
  {
    row: `${forms}Property: time zone`,
    file: `${admin}/properties/form/property-rules.ts`,
    from: "t`Choose the time zone.`",
    to: "t`Choose a zone.`",
    by: formTest,
  },
  {
    row: `${forms}Unit, point, meter: where`,
    file: "contract/inventory/places.ts",
    from: "const chosen = (what: string) => z.number(`Choose",
    to: "const chosen = (what: string) => z.number(`Give",
  },
  {
    row: `${forms}Meter: gallons of a pulse`,
    file: `${admin}/property/meters/register-rules.ts`,
    from: "numberError(typed, 0.0001, 100_000, false)",
    to: "numberError(typed, 0, 100_000, false)",
    by: formTest,
  },
  {
    row: `${forms}Rules of settings`,
    file: "server/rule-settings/change-settings.ts",
    from: '[...(fields[wire] ?? []), code === "custom" ?',
    to: '[...(fields[wire] ?? []), code !== "custom" ?',
    by: "rejects unknown or invalid thresholds under their",
  },
  {
    row: `${forms}Default price, custom cost`,
    file: "contract/costs/cost-entry.ts",
    from: '.gt(0, { error: "Cost must be greater than 0"',
    to: '.gte(0, { error: "Cost must be greater than 0"',
    by: "a default price",
  },
  // Hostile names
  {
    row: `${hostile}40 hostile names in every text`,
    file: "web/pages/alerts/alert-columns.tsx",
    from: "<span className={classes.text}>{row.text}</span>",
    to: "<span className={classes.text} dangerouslySetInnerHTML={{ __html: row.text }} />",
    by: "alerts show places and devices as text",
  },
  {
    row: `${hostile}The same in`,
    file: "web/components/filters/PopoverFilter.tsx",
    from: "<span className={classes.name}>{option.label}</span>",
    to: "<span className={classes.name} dangerouslySetInnerHTML={{ __html: option.label }} />",
  },
  {
    row: `${hostile}No cell of a file begins`,
    file: "contract/files/csv.ts",
    from: "FORMULA.test(part) && !NUMBER.test(part)",
    to: "FORMULA.test(part) && NUMBER.test(part)",
  },
  {
    row: `${hostile}These tests detect`,
    file: "server/http/security.ts",
    from: `"script-src 'self'",`,
    to: `"script-src 'self' 'unsafe-inline'",`,
  },
];
