import { Webhook } from "standardwebhooks";
import { expect, onTestFinished } from "vitest";
import type { WebhookRow } from "../contract/notifications/webhooks.ts";
import { openReceiver } from "../server/outgoing/testing/receiver.ts";
import { ask } from "./call-api.ts";
import { tooWide, violations } from "./screen-rules.ts";
import { workersProduct } from "./setup.ts";
import { smallTargets } from "./targets.ts";
import { addressOf, atRest, test } from "./test.ts";

const rejected = /status of (409|422|503)/;

async function kept(page: Parameters<typeof ask>[0]): Promise<{ id: number; rows: WebhookRow[] }> {
  const id = Number((await ask(page, "GET", "/v1/me")).json.current_organization_id);
  const { json } = await ask(page, "GET", `/v1/admin/organizations/${id}/webhooks`);
  return { id, rows: json.results };
}

async function receiver() {
  let status = 204;
  const opened = await openReceiver((_, response) => response.writeHead(status).end());
  onTestFinished(() => opened.close());
  return {
    ...opened,
    answerWith: (next: number) => {
      status = next;
    },
  };
}

test("a webhook is added, shows its secret this once, is tested, changed, switched off and on, and deleted", async ({
  visit,
}) => {
  // A receiver of the test can only be reached by a product that runs beside it.
  if (workersProduct().mailFolder === null) return;
  const { url, received, answerWith } = await receiver();
  const page = await visit({ as: "organizationAdmin", expects: rejected });
  await page.goto("/admin/settings?tab=webhooks");
  await page.getByText("Add one to have leaks and outages sent to a program of yours").waitFor();
  await page.getByRole("button", { name: "Add a webhook" }).first().click();
  const form = page.getByRole("dialog", { name: "Add a webhook" });
  const save = form.getByRole("button", { name: "Add the webhook" });
  await save.click();
  await form.getByText("Give it a name.").waitFor();
  await form.getByText("Enter the address.").waitFor();
  await form.getByLabel("Name").fill("<b>Tickets</b>");
  const address = form.getByLabel("Address");
  await address.fill("hooks.example.com");
  await save.click();
  await form.getByText("Enter a web address that begins with https://, without a user name.").waitFor();
  await expect.poll(() => address.evaluate((input) => input === document.activeElement)).toBe(true);
  await address.fill(url);
  await form.getByRole("checkbox", { name: "Gateway without data" }).check();
  await form.getByLabel("Only leaks that cost at least, a day").fill("2.50");
  await save.dblclick();
  const made = page.getByRole("dialog", { name: "<b>Tickets</b> is added" });
  const secret = await made.getByText(/^whsec_\S+$/).innerText();
  await made.getByRole("button", { name: "Copy the secret" }).click();
  await made.getByRole("button", { name: "Send a test" }).click();
  await made.getByRole("status").getByText("The test message was accepted.").waitFor();
  const { headers, body } = received[0] ?? { headers: {}, body: "" };
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  expect(new Webhook(secret).verify(body, texts)).toMatchObject({ type: "webhook.test" });
  await made.getByRole("button", { name: "I have stored it" }).click();
  await made.waitFor({ state: "detached" });
  expect(await page.content()).not.toContain(secret);
  const { rows } = await kept(page);
  expect(rows).toMatchObject([
    {
      name: "<b>Tickets</b>",
      address: url,
      kinds: ["leak_case.opened", "leak_case.returned", "device.down"],
      property_ids: null,
      min_dollars_per_day: 2.5,
    },
  ]);

  const row = page.getByRole("row").filter({ hasText: "<b>Tickets</b>" });
  await row.getByText("Working").click();
  const whole = page.getByRole("dialog", { name: "<b>Tickets</b>", exact: true });
  await whole.getByText("On. Nothing was sent yet.").waitFor();
  answerWith(500);
  await whole.getByRole("button", { name: "Send a test" }).click();
  await whole.getByRole("status").getByText("127.0.0.1 has not accepted the message (status 500).").waitFor();
  answerWith(204);
  await whole.getByRole("button", { name: "Switch off" }).click();
  await whole.getByText(/^Switched off by an administrator on /).waitFor();
  await row.getByText("Switched off").waitFor();
  await whole.getByRole("button", { name: "Switch on" }).click();
  await whole.getByText("On. Nothing was sent yet.").waitFor();

  await whole.getByRole("button", { name: "New secret" }).click();
  const sure = page.getByRole("dialog", { name: "Make a new secret for <b>Tickets</b>?" });
  await sure.getByRole("button", { name: "Make a new secret" }).dblclick();
  const renewed = page.getByRole("dialog", { name: "New secret of <b>Tickets</b>" });
  const second = await renewed.getByText(/^whsec_\S+$/).innerText();
  expect(second).not.toBe(secret);
  await renewed.getByText(/^Until .* requests are also signed with the previous secret/).waitFor();
  await renewed.getByRole("button", { name: "I have stored it" }).click();

  await page.getByRole("button", { name: "Open <b>Tickets</b>" }).click();
  await whole.getByText(/^The previous secret also works until /).waitFor();
  await whole.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit <b>Tickets</b>" });
  expect(await edit.getByLabel("Address").inputValue()).toBe(url);
  await edit.getByLabel("Name").fill("Work orders");
  await edit.getByRole("radio", { name: "Only some" }).check();
  await edit
    .getByRole("group", { name: /^Properties/ })
    .getByRole("checkbox")
    .nth(1)
    .check();
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByText("Work orders is saved.").waitFor();
  const changed = (await kept(page)).rows[0];
  expect(changed).toMatchObject({ name: "Work orders", min_dollars_per_day: 2.5 });
  expect(changed?.property_ids).toHaveLength(1);

  await page.goto(`/admin/settings?tab=webhooks&dialog=webhook&of=${changed?.id}`);
  await page.getByRole("dialog", { name: "Work orders", exact: true }).getByRole("button", { name: "Delete" }).click();
  expect(addressOf(page).searchParams.get("dialog")).toBe("delete-webhook");
  await page.getByRole("dialog", { name: "Delete Work orders?" }).getByRole("button", { name: "Delete" }).click();
  await page.getByText("Add one to have leaks and outages sent to a program of yours").waitFor();
});

test("channels in Slack and Teams are added without showing what lets others write there", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin", expects: rejected });
  await page.goto("/admin/settings?tab=webhooks&dialog=edit-webhook");
  const form = page.getByRole("dialog", { name: "Add a webhook" });
  const save = form.getByRole("button", { name: "Add the webhook" });
  await form.getByLabel("Name").fill("Leaks");
  await form.getByRole("radio", { name: /^Slack, by a bot/ }).check();
  await save.click();
  await form.getByText("Enter the bot's token.").waitFor();
  await form.getByText("Enter the channel.").waitFor();
  await form.getByLabel("Token of the bot").fill("xoxp-1");
  await form.getByLabel("Channel", { exact: true }).fill("#leaks");
  await save.click();
  await form.getByText("A bot's token begins with xoxb-. Slack shows it under OAuth & Permissions.").waitFor();
  await form.getByLabel("Token of the bot").fill("xoxb-CANARY-1");
  await save.click();
  const made = page.getByRole("dialog", { name: "Leaks is added" });
  await made.getByText("Messages now go to the channel. Send a test to check.").waitFor();
  await made.getByRole("button", { name: "Done" }).click();
  await page.getByRole("row").filter({ hasText: "#leaks" }).getByText("Slack, by a bot").click();
  const whole = page.getByRole("dialog", { name: "Leaks", exact: true });
  expect(await whole.getByRole("button", { name: "New secret" }).count()).toBe(0);
  await whole.getByRole("button", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Leaks" });
  expect(await edit.getByLabel("Token of the bot").inputValue()).toBe("");
  await edit.getByText("Left empty, it stays as it is").waitFor();
  await edit.getByLabel("Channel", { exact: true }).fill("#maintenance");
  await edit.getByRole("button", { name: "Save" }).click();
  await page.getByRole("row").filter({ hasText: "#maintenance" }).waitFor();
  expect(await page.content()).not.toContain("CANARY");
  const { id, rows } = await kept(page);
  for (const one of rows) await ask(page, "DELETE", `/v1/admin/organizations/${id}/webhooks/${one.id}`);
});

test("an address inside of the server's own networks is explained by the test", async ({ visit }) => {
  const page = await visit({ as: "organizationAdmin", expects: rejected });
  await page.goto("/admin/settings?tab=webhooks&dialog=edit-webhook");
  const form = page.getByRole("dialog", { name: "Add a webhook" });
  await form.getByLabel("Name").fill("Inside");
  await form.getByLabel("Address").fill("https://10.1.2.3/hook");
  await form.getByRole("button", { name: "Add the webhook" }).click();
  const made = page.getByRole("dialog", { name: "Inside is added" });
  await made.getByRole("button", { name: "Send a test" }).click();
  await made.getByRole("status").getByText("10.1.2.3 is inside the server's own networks.").waitFor();
  const { id, rows } = await kept(page);
  for (const one of rows) await ask(page, "DELETE", `/v1/admin/organizations/${id}/webhooks/${one.id}`);
});

const failing: WebhookRow = {
  id: 7,
  name: "Tickets",
  type: "webhook",
  address: "https://hooks.example.com/a-long-path/that-does-not-end/0123456789012345678901234567890123456789",
  kinds: ["leak_case.opened"],
  property_ids: null,
  min_dollars_per_day: 0,
  created_by: "ann@example.com",
  created_at: "2026-06-01T05:00:00.000Z",
  previous_secret_until: null,
  first_failed_at: "2026-06-10T05:00:00.000Z",
  last_sent_at: "2026-06-10T04:00:00.000Z",
  last_failed_at: "2026-06-11T05:00:00.000Z",
  disabled_at: null,
  state: "failing",
};

test("a failing webhook says since when, on a phone too, in Spanish too, and a list that failed is retried", async ({
  visit,
}) => {
  const page = await visit({ as: "organizationAdmin", expects: rejected, viewport: { width: 360, height: 780 } });
  const answerWith = (results: WebhookRow[]) =>
    page.route(/\/webhooks(\?|$)/, (route) =>
      route.fulfill({ json: { count: results.length, next: null, previous: null, results } }),
    );
  await answerWith([failing]);
  await page.goto("/admin/settings?tab=webhooks");
  await page.getByText("Failing").click();
  const whole = page.getByRole("dialog", { name: "Tickets" });
  await whole.getByText(/^No message has been delivered since /).waitFor();
  await whole.getByRole("link", { name: "Why it failed, in Deliveries" }).waitFor();
  for (const dialog of ["webhook&of=7", "edit-webhook"]) {
    await page.goto(`/admin/settings?tab=webhooks&dialog=${dialog}`);
    await page.getByRole("dialog").waitFor();
    await atRest(page);
    expect(await tooWide(page), dialog).toEqual([]);
    expect(await violations(page), dialog).toEqual([]);
    expect(await smallTargets(page), dialog).toEqual([]);
  }
  await page.goto("/admin/settings?tab=webhooks&dialog=webhook&of=8");
  await page.getByRole("dialog", { name: "This webhook is not listed here" }).waitFor();
  await page.unroute(/\/webhooks(\?|$)/);
  await page.route(/\/webhooks(\?|$)/, (route) => route.fulfill({ status: 503, json: {} }));
  await page.goto("/admin/settings?tab=webhooks");
  await page.getByText(/^The webhooks could not be loaded/).waitFor();
  await page.unroute(/\/webhooks(\?|$)/);
  await answerWith([{ ...failing, state: "gone", disabled_at: "2026-06-11T05:00:00.000Z" }]);
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByText("Switched off: its receiver is gone").waitFor();
  try {
    await ask(page, "PUT", "/v1/me/preferences", { language: "es" });
    await page.goto("/admin/settings?tab=webhooks&dialog=webhook&of=7");
    await page.getByRole("button", { name: "Enviar una prueba" }).waitFor();
  } finally {
    await ask(page, "PUT", "/v1/me/preferences", { language: null });
  }
});
