import { expect, test } from "vitest";
import type { WebhookRow } from "../../../../../contract/notifications/webhooks.ts";
import { changesIn, formOf, newWebhookIn } from "./webhook-form.ts";

const bot: WebhookRow = {
  id: 1,
  name: "Leaks",
  type: "slack_bot",
  address: "#leaks",
  kinds: ["leak_case.opened", "device.down"],
  property_ids: [3],
  min_dollars_per_day: 0,
  created_by: "ann@example.com",
  created_at: "2026-06-01T05:00:00.000Z",
  previous_secret_until: null,
  first_failed_at: null,
  last_sent_at: null,
  last_failed_at: null,
  disabled_at: null,
  state: "working",
};

test("only what was changed is sent, and what is left empty stays", () => {
  const begun = formOf(bot);
  expect(changesIn(begun, begun)).toEqual({});
  expect(changesIn({ ...begun, name: "Leaks ", channel: "#water" }, begun)).toEqual({ channel: "#water" });
  expect(changesIn({ ...begun, which_properties: "all", least_cost: "1,50" }, begun)).toEqual({
    property_ids: null,
    min_dollars_per_day: 1.5,
  });
});

test("a new one has the fields of its kind", () => {
  const typed = { ...formOf(), name: "Leaks", url: "https://hooks.example.com", token: "xoxb-1", channel: "#leaks" };
  expect(JSON.parse(JSON.stringify(newWebhookIn(typed)))).toEqual({
    type: "webhook",
    name: "Leaks",
    kinds: ["leak_case.opened", "leak_case.returned"],
    property_ids: null,
    min_dollars_per_day: 0,
    url: "https://hooks.example.com",
  });
  expect(JSON.parse(JSON.stringify(newWebhookIn({ ...typed, type: "slack_bot" })))).toMatchObject({
    token: "xoxb-1",
    channel: "#leaks",
  });
});
