import type { Page } from "playwright-core";
import { describe } from "vitest";
import { accounts, fillLogin, password } from "./accounts.ts";
import { hourAgo, ownProperty } from "./data-property.ts";
import { keepsTheRules } from "./screen-rules.ts";
import { sendAsOwnPage } from "./send-as-own-page.ts";
import { test as base } from "./test.ts";

/** What the dialogs are about: a property with a file, rows that were rejected, doubtful readings and a repair. */
interface Held {
  path: (rest: string) => string;
  importId: string;
  rejectedIds: string;
  hourId: string;
  registersId: string;
  repairId: string;
}

const hours = Array.from({ length: 30 }, (_, hour) => `D-1,${hourAgo(hour)},${hour === 12 ? 5000 : 2}`);
const rejected = [`D-1-TYPO,${hourAgo(1)},3`, `D-1,${hourAgo(1)},<b>${"none".repeat(30)}</b>`];
const registers = Array.from(
  { length: 30 },
  (_, hour) => `D-2,${hourAgo(29 - hour)},${(hour < 20 ? 9000 : 4000) + hour * 3}`,
);

const test = base.extend("held", { scope: "file" }, async ({ product }, { onCleanup }): Promise<Held> => {
  const page = await product.browser.newPage({ baseURL: product.baseUrl });
  sendAsOwnPage(page.request);
  await page.goto("/login");
  await fillLogin(page, accounts.admin, password);
  await page.waitForURL((url) => url.pathname !== "/login" && url.pathname !== "/");
  const property = await ownProperty(page, "Data dialogs");
  onCleanup(async () => {
    await property.archive();
    await page.close();
  });
  await property.take("hours.csv", ["serial,hour,gallons", ...hours, ...rejected]);
  await property.take("registers.csv", ["serial,read_at,register", ...registers]);
  const made = await property.ask("POST", "repairs", {
    kind: "correct",
    reason: "Read by hand",
    meter_serial_number: "D-1",
    hours: [{ hour: hourAgo(3), gallons: 40 }],
  });
  const idsOf = async (of: string) => {
    const { results } = await (await page.request.get(`/v1/properties/${property.id}/${of}`)).json();
    return results.map(({ id }: { id: number | string }) => String(id));
  };
  const [hourId = ""] = await idsOf("quarantine?meter_serial_number=D-1");
  const [registersId = ""] = await idsOf("quarantine?meter_serial_number=D-2");
  const [importId = ""] = await idsOf("imports?ordering=made_at");
  const rejectedIds = (await idsOf("rejected-readings")).join(",");
  return { path: property.path, importId, rejectedIds, hourId, registersId, repairId: String(made.id) };
});

interface Case {
  name: string;
  /** After the property's address. */
  rest: (held: Held) => string;
  title: string | RegExp;
  /** What is typed into it, so that all of it is seen. */
  fill?: (page: Page) => Promise<void>;
}

/** Gives a reason, and sees what changes. */
async function look(page: Page): Promise<void> {
  await page.getByLabel("Reason").fill("As the caretaker says");
  await page.getByRole("button", { name: "See what changes" }).click();
  await page.getByRole("region", { name: "What it changes" }).waitFor();
}

/** Leaves all empty, so that every error stands there. */
async function submit(page: Page): Promise<void> {
  await page.getByRole("button", { name: "See what changes" }).click();
  await page.getByText("Give a reason: it stays on record.").waitFor();
}

const cases: readonly Case[] = [
  { name: "an import", rest: ({ importId }) => `&dialog=import&of=${importId}`, title: "hours.csv" },
  {
    name: "rows sent again",
    rest: ({ rejectedIds }) => `&tab=rejected&dialog=send-again&of=${rejectedIds}`,
    title: "Send 2 rows again",
    fill: async (page) => {
      await page.getByRole("textbox", { name: /^Row 32 of/ }).fill(`D-1,${hourAgo(1)},3`);
      await look(page);
    },
  },
  {
    name: "rows dismissed",
    rest: ({ rejectedIds }) => `&tab=rejected&dialog=dismiss&of=${rejectedIds}`,
    title: "Dismiss 2 rows?",
  },
  {
    name: "a volume accepted",
    rest: ({ hourId }) => `&tab=quarantine&dialog=accept&of=${hourId}`,
    title: "Accept 1 reading",
    fill: look,
  },
  {
    name: "registers accepted",
    rest: ({ registersId }) => `&tab=quarantine&dialog=accept&of=${registersId}`,
    title: "Accept 1 stretch",
    fill: submit,
  },
  {
    name: "hours corrected",
    rest: () => `&tab=repairs&dialog=correct&of=D-1 ${hourAgo(5)}`,
    title: "Correct hours",
    fill: async (page) => {
      await page.getByText("2.0 gal now").waitFor();
      await page.getByRole("textbox", { name: /^Gallons, / }).fill("7");
      await look(page);
    },
  },
  {
    name: "registers corrected",
    rest: () => "&tab=repairs&dialog=correct&of=D-2",
    title: "Correct registers",
    fill: submit,
  },
  {
    name: "a range imported again",
    rest: () => "&tab=repairs&dialog=reimport&of=D-1",
    title: "Import a range again",
    fill: async (page) => {
      await page.getByRole("textbox", { name: "Rows" }).fill(`Meter;When;Used\nD-1;${hourAgo(5)};2`);
      await page.getByRole("button", { name: "Dates, interval, time zone, decimals…" }).click();
      await submit(page);
    },
  },
  {
    name: "a repair",
    rest: ({ repairId }) => `&tab=repairs&dialog=repair&of=${repairId}`,
    title: "Corrected readings",
    fill: (page) => page.getByRole("region", { name: "What it changes" }).waitFor(),
  },
  {
    name: "a repair undone",
    rest: ({ repairId }) => `&tab=repairs&dialog=undo&of=${repairId}`,
    title: "Undo this repair?",
    fill: (page) => page.getByRole("region", { name: "What it changes" }).waitFor(),
  },
];

describe.for(cases)("$name", ({ rest, title, fill }) => {
  // Covers data-11
  test("has no violation of axe's rules, and fits every width", async ({ visit, held }) => {
    const page = await visit({ as: "admin" });
    await page.goto(held.path(rest(held)));
    await page.getByRole("dialog", { name: title }).waitFor();
    await fill?.(page);
    await keepsTheRules(page);
  });
});
