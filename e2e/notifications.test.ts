import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { LeakCase, WholeCase } from "../contract/leaks/cases.ts";
import type { NotificationSettings } from "../contract/notifications/settings.ts";
import { accounts } from "./accounts.ts";
import { acceptInvitation, inviteMember } from "./people.ts";
import { tooWide, violations } from "./screen-rules.ts";
import { workersProduct } from "./setup.ts";
import { addressOf, atRest, test, type Visit } from "./test.ts";

type Visiting = (how?: Visit) => Promise<Page>;

const rejected = /status of (40[0-9]|422|429|500|503)/;
const own = { headers: { "sec-fetch-site": "same-origin" } };

/** A new member of the organization with their browser. */
async function newMember(visit: Visiting): Promise<{ page: Page; email: string }> {
  const { request } = await visit({ as: "organizationAdmin" });
  const person = await inviteMember(request);
  const page = await visit({ expects: rejected });
  await acceptInvitation(page, person);
  return { page, email: person.email };
}

const keptSettings = async (page: Page): Promise<NotificationSettings | null> =>
  (await (await page.request.get("/v1/me/preferences")).json()).notifications;

const keep = (page: Page, notifications: Partial<NotificationSettings> | null) =>
  page.request.put("/v1/me/preferences", { data: { notifications }, ...own });

const usual: NotificationSettings = {
  mail: "at_once",
  sms: "off",
  push: "off",
  kinds: ["case opened", "case overdue"],
  property_ids: null,
  least_dollars_per_day: 0,
  quiet_hours: null,
  time_zone: null,
  burst_gallons_per_hour: 60,
};

test("a person chooses when and of what they get mails, and every wrong field says what to do", async ({ visit }) => {
  const { page, email } = await newMember(visit);
  await page.goto("/profile");
  await page.getByRole("link", { name: "My notifications" }).click();
  await page.getByRole("heading", { level: 1, name: "My notifications" }).waitFor();
  const meaning = page.getByRole("region", { name: "What that means" });
  await meaning.getByText("On weekday mornings at 6:30 you get one list of what is new").waitFor();
  await page.getByRole("region", { name: "Quiet hours" }).waitFor();

  await page.getByRole("radio", { name: /^At once/ }).check();
  await meaning
    .getByText("From 9:00 PM until 6:30 AM nothing is sent. What comes then is one list at 6:30 AM.")
    .waitFor();
  await page.getByRole("checkbox", { name: /^Fix verified/ }).check();
  await page.getByRole("radio", { name: "Only some" }).check();
  await page.getByLabel("Until", { exact: true }).fill("21:00");
  await page.getByLabel("Only leaks that cost at least, a day").fill("much");
  const save = page.getByRole("button", { name: "Save" });
  await save.click();
  await page.getByText("Quiet hours cannot last all day.").waitFor();
  await page.getByText("Choose at least one property, or all.").waitFor();
  await page.getByText("Please enter a valid number").waitFor();
  const until = page.getByLabel("Until", { exact: true });
  await expect.poll(() => until.evaluate((input) => input === document.activeElement)).toBe(true);
  await until.fill("07:00");
  await page
    .getByRole("group", { name: /^Properties/ })
    .getByRole("checkbox")
    .first()
    .check();
  await page.getByLabel("Only leaks that cost at least, a day").fill("2.50");
  await page.getByRole("combobox", { name: "Time zone" }).click();
  await page
    .getByRole("option", { name: /Pacific/ })
    .first()
    .waitFor();
  await page.getByRole("combobox", { name: "Time zone" }).fill("Denver");
  await page.getByRole("option", { name: /Denver/ }).click();

  await page.route("**/v1/me/preferences", (route, request) =>
    request.method() === "PUT" ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  await save.click();
  await page.getByRole("alert").filter({ hasText: "The server could not answer. Try again." }).waitFor();
  await page.unroute("**/v1/me/preferences");
  await save.dblclick();
  await page.getByText("Notifications saved").waitFor();
  await page.getByText("Nothing is changed").waitFor();
  const kept = await keptSettings(page);
  expect(kept).toMatchObject({
    mail: "at_once",
    least_dollars_per_day: 2.5,
    quiet_hours: { from: "21:00", until: "07:00" },
    time_zone: "America/Denver",
    burst_gallons_per_hour: 60,
  });
  expect(kept?.kinds).toContain("case verified");
  expect(kept?.property_ids).toHaveLength(1);

  await page.getByRole("button", { name: /^User menu/ }).click();
  await page.getByRole("menuitem", { name: "My notifications" }).click();
  await page.reload();
  await page.getByRole("radio", { name: /^Off/ }).check();
  await meaning.getByText(`Nothing is mailed to ${email}.`).waitFor();
  await save.click();
  await page.getByText("Notifications saved").waitFor();
  // What was chosen is there when mails are turned on again.
  expect(await keptSettings(page)).toEqual({ ...kept, mail: "off" });
});

test("what was turned off meanwhile does not come back unseen", async ({ visit }) => {
  const { page } = await newMember(visit);
  await keep(page, usual);
  await page.goto("/notifications");
  await page.getByRole("checkbox", { name: /^Fix verified/ }).check();
  await keep(page, { ...usual, mail: "off" });
  await page.getByRole("button", { name: "Save" }).click();
  const newer = page.getByRole("alert").filter({ hasText: "Your notifications were changed meanwhile" });
  await newer.getByText("When mails are sent is now: Off").waitFor();
  expect((await keptSettings(page))?.mail).toBe("off");
  await newer.getByRole("button", { name: "Load it, and keep what I typed" }).click();
  expect(await page.getByRole("radio", { name: /^Off/ }).isChecked()).toBe(true);
  await page.getByRole("radio", { name: /^Every morning/ }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Notifications saved").waitFor();
  expect(await keptSettings(page)).toMatchObject({
    mail: "every_morning",
    kinds: ["case opened", "case overdue", "case verified"],
  });
});

test("a burst is typed in the reader's measure, and stays exact where it is left alone", async ({ visit }) => {
  const { page } = await newMember(visit);
  await page.request.put("/v1/me/preferences", { data: { measure: "cubic metre", notifications: usual }, ...own });
  await page.goto("/notifications");
  const burst = page.getByLabel(/^A burst/);
  await expect.poll(() => burst.inputValue()).toBe("0.227");
  const save = page.getByRole("button", { name: "Save" });
  await page.getByRole("checkbox", { name: /^Fix reported/ }).check();
  await save.click();
  await page.getByText("Nothing is changed").waitFor();
  expect((await keptSettings(page))?.burst_gallons_per_hour).toBe(60);
  await burst.fill("0,5");
  await save.click();
  await page.getByText("Nothing is changed").waitFor();
  expect((await keptSettings(page))?.burst_gallons_per_hour).toBeCloseTo(132.086, 3);
});

test("who sees no leaks is told why they get no mails", async ({ visit }) => {
  const page = await visit({ as: "portfolio" });
  await page.goto("/notifications");
  await page.getByText("You cannot see leaks yet, so you are notified of none.").waitFor();
});

test("a test mail is sent, and its delivery shows how it looks, until there are too many", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin", expects: rejected });
  await page.goto("/notifications");
  const send = page.getByRole("button", { name: "Send me a test" });
  await send.click();
  await page.getByText(`A test is on its way to ${accounts.organizationAdmin}.`).waitFor();
  await page.getByRole("link", { name: "Deliveries" }).click();
  await page.waitForURL(/tab=deliveries/);
  await page.getByLabel("Which messages").selectOption("Sent");
  await page.waitForURL(/state=sent/);
  const row = page.getByRole("row").filter({ hasText: "A test from Dripline" }).first();
  // The list does not follow by itself what is on its way.
  await expect
    .poll(async () => {
      await page.reload();
      await page.getByRole("table", { name: "Deliveries" }).waitFor();
      await atRest(page);
      return row.count();
    })
    .toBe(1);
  await row.getByText(accounts.organizationAdmin).waitFor();
  await row.click();
  const dialog = page.getByRole("dialog", { name: "A test from Dripline" });
  const look = dialog.getByTitle("The message as it looks");
  await look.waitFor();
  expect(await look.getAttribute("sandbox")).toBe("");
  await look.contentFrame().getByRole("heading", { name: "A test from Dripline" }).waitFor();
  // Its links let their bearer act in the reader's name.
  expect(await look.getAttribute("srcdoc")).not.toMatch(/token=[\w.-]/);
  expect(await look.contentFrame().getByRole("link").count()).toBe(0);
  await dialog.getByRole("tab", { name: "As plain text" }).click();
  await dialog.getByText("This is a test. Notifications about leaks and devices reach you").waitFor();
  for (const [width, height] of [
    [1440, 900],
    [360, 780],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const tab of ["As it looks", "As plain text"]) {
      await dialog.getByRole("tab", { name: tab }).click();
      await atRest(page);
      expect(await tooWide(page), `${tab}, ${width} pixels`).toEqual([]);
      expect(await violations(page), `${tab}, ${width} pixels`).toEqual([]);
    }
  }
  await dialog.getByRole("button", { name: "Close" }).last().click();

  await page.goto("/notifications");
  const tooMany = page.getByRole("alert").filter({ hasText: "You were sent 5 tests within the last hour." });
  await expect
    .poll(async () => {
      await send.click();
      await atRest(page);
      return tooMany.count();
    })
    .toBe(1);
});

test("a message that was given up says why and is sent again; an unknown one is not there", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin", expects: rejected });
  const id = "0b6c9a52-3a0f-4f2c-9d0a-0a4c2f1f7a11";
  const failed = {
    id,
    channel: "mail",
    recipient: "ann@example.com",
    kinds: ["case opened"],
    is_list: false,
    subject: "Leak: Cedar Court, Building B, 203",
    state: "failed",
    reason: "550 no such user",
    attempts: 3,
    created_at: "2026-06-11T05:00:00.000Z",
    due_at: "2026-06-11T06:00:00.000Z",
    sent_at: null,
  };
  const whole = { ...failed, text: "Toilet leak\n<b>Cedar</b>", html: null };
  let sent = 0;
  const now = () => (sent > 1 ? { state: "waiting", reason: null, attempts: 0 } : {});
  await page.route(/\/deliveries(\?|\/|$)/, async (route, request) => {
    if (request.method() === "POST") {
      sent += 1;
      if (sent === 1) return route.fulfill({ status: 503, json: {} });
      return route.fulfill({ json: { ...whole, ...now() } });
    }
    if (request.url().includes(id)) return route.fulfill({ json: { ...whole, ...now() } });
    if (/\/deliveries\//.test(request.url())) return route.continue();
    return route.fulfill({ json: { count: 1, next: null, previous: null, results: [{ ...failed, ...now() }] } });
  });
  await page.goto("/admin/settings?tab=deliveries&state=failed");
  const row = page.getByRole("row").filter({ hasText: "ann@example.com" });
  await row.getByText("550 no such user").waitFor();
  await row.getByText("Given up").waitFor();
  await row.getByRole("button", { name: /^Send again/ }).click();
  await page.getByText("Not sent again").waitFor();
  await row.getByText("Cedar Court").click();
  const dialog = page.getByRole("dialog", { name: failed.subject });
  await dialog.getByText("<b>Cedar</b>").waitFor();
  await dialog.getByText("550 no such user").waitFor();
  await dialog.getByRole("button", { name: "Send again" }).click();
  await page.getByText("It is sent again").waitFor();
  await dialog.getByRole("button", { name: "Send again" }).waitFor({ state: "detached" });
  for (const of of ["0b6c9a52-3a0f-4f2c-9d0a-0a4c2f1f7a12", "x"]) {
    await page.goto(`/admin/settings?tab=deliveries&dialog=delivery&of=${of}`);
    await page.getByRole("dialog", { name: "No such message" }).waitFor();
  }
});

const wholeCase = async (page: Page, id: number): Promise<WholeCase> =>
  (await page.request.get(`/v1/cases/${id}`)).json();

/** The newest mail to somebody that leads to a page. */
async function mailWith(folder: string, to: string, link: RegExp): Promise<string | undefined> {
  for (const name of (await readdir(folder).catch(() => [])).sort().reverse()) {
    const text = await readFile(join(folder, name), "utf8");
    if (text.includes(`To: ${to}`) && link.test(text)) return text;
  }
  return undefined;
}

test("a leak is acknowledged from a mail by a button, mails end by another, and the case shows the mail", async ({
  visit,
}) => {
  const folder = workersProduct().mailFolder;
  if (folder === null) return;
  const manager = await visit({ as: "property" });
  const admin = await visit({ as: "admin" });
  const reader = await visit({ as: "organizationAdmin" });
  const answer = await manager.request.get("/v1/cases?state=open&ordering=started_at&page_size=1");
  const [leak]: LeakCase[] = (await answer.json()).results;
  if (leak === undefined) throw new Error("The demo has no open case.");
  const { id, property_id } = leak;
  const clocks = (data: object) =>
    admin.request.put("/v1/case-clocks", { data: { organization_id: 1, ...data }, ...own });
  await keep(reader, { ...usual, kinds: ["case overdue"], property_ids: [property_id] });
  try {
    // It is long overdue by a rule of a day; a changed floor has the alerts looked at again.
    await clocks({ property_id, clock: { rule: "house", acknowledge_days: 1, fix_days: 5 } });
    await clocks({ alert_floor: 0.01 });
    const link = new RegExp(`/cases/${id}\\?property_id=${property_id}\\s[\\s\\S]*/acknowledge#token=(\\S+)`);
    await expect.poll(() => mailWith(folder, accounts.organizationAdmin, link), { timeout: 60_000 }).toBeDefined();
    const mail = (await mailWith(folder, accounts.organizationAdmin, link)) ?? "";
    const token = link.exec(mail)?.[1] ?? "";
    const end = /\/unsubscribe#token=(\S+)/.exec(mail)?.[1] ?? "";

    const phone = await visit({ viewport: { width: 360, height: 740 }, hasTouch: true, expects: rejected });
    await phone.goto(`/acknowledge#token=${token}`);
    await phone.getByText(leak.property_name).waitFor();
    // Opening it, as mail programs do by themselves, changes nothing.
    expect((await wholeCase(manager, id)).state).toBe("open");
    await phone.route("**/v1/mail-link/acknowledge", (route) => route.fulfill({ status: 503, json: {} }));
    await phone.getByRole("button", { name: "Acknowledge" }).tap();
    await phone.getByRole("alert").filter({ hasText: "Try again in a moment." }).waitFor();
    await phone.unroute("**/v1/mail-link/acknowledge");
    await phone.getByRole("button", { name: "Acknowledge" }).tap();
    await phone.getByText(`Acknowledged by ${accounts.organizationAdmin}.`).waitFor();
    expect((await wholeCase(manager, id)).state).toBe("acknowledged");
    await phone.getByRole("link", { name: "Open the leak in Dripline" }).tap();
    await phone.waitForURL("**/login**");
    expect(addressOf(phone).searchParams.get("return_to")).toBe(`/cases/${id}`);
    await phone.goto(`/acknowledge#token=${token}`);
    await phone.getByText("Somebody has taken it on already").waitFor();

    await manager.goto(`/cases/${id}`);
    const history = manager.getByRole("region", { name: "History" });
    await history.getByText(`Mail to ${accounts.organizationAdmin}: deadline over`).waitFor();
    await history.getByText(/Acknowledged/).waitFor();

    // Each page takes its own link alone.
    await phone.goto(`/unsubscribe#token=${token}`);
    await phone.getByRole("heading", { name: "This link is not valid" }).waitFor();
    await phone.goto(`/acknowledge#token=${end}`);
    await phone.getByRole("heading", { name: "This link is not valid" }).waitFor();
    await phone.goto(`/unsubscribe#token=${end}`);
    await phone.getByRole("heading", { name: "End the mails?" }).waitFor();
    expect((await keptSettings(reader))?.mail).toBe("at_once");
    await phone.getByRole("button", { name: "End the mails" }).tap();
    await phone.getByRole("heading", { name: "The mails have ended" }).waitFor();
    expect((await keptSettings(reader))?.mail).toBe("off");
    await phone.reload();
    await phone.getByRole("heading", { name: "The mails have ended" }).waitFor();
    await phone.getByRole("link", { name: "My notifications" }).waitFor();
  } finally {
    await clocks({ property_id, clock: null });
    await clocks({ alert_floor: 0 });
    await keep(reader, null);
    for (const event of (await wholeCase(manager, id)).events) {
      if (event.undone_at === null) await manager.request.delete(`/v1/cases/${id}/events/${event.id}`);
    }
  }
});

test("a link without its token, an unknown one, and a server that is away, each say what to do", async ({ visit }) => {
  const page = await visit({ expects: rejected });
  for (const path of ["/acknowledge", "/unsubscribe"]) {
    await page.goto(path);
    await page.getByRole("heading", { name: "The link is not complete" }).waitFor();
    await page.goto(`${path}#token=x.y`);
    await page.getByText("This link is not known. Open the whole link of the mail.").waitFor();
    await page.route("**/v1/mail-link", (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto(`${path}#token=other`);
    await page.getByRole("button", { name: "Retry" }).waitFor();
    await page.unroute("**/v1/mail-link");
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("heading", { name: "This link is not valid" }).waitFor();
  }
});

test("a browser in Spanish gets the pages of a mail's links in Spanish", async ({ product }) => {
  const context = await product.browser.newContext({ baseURL: product.baseUrl, locale: "es-MX" });
  const page = await context.newPage();
  await page.route("**/v1/mail-link", (route) =>
    route.fulfill({ json: { does: "unsubscribe", email: "ann@example.com", case: null, is_done: false } }),
  );
  await page.goto("/unsubscribe#token=x");
  await page.getByRole("button", { name: "Dejar de recibir los correos" }).waitFor();
  await context.close();
});
