import { expect, test } from "vitest";
import { type CaseMessage, caseHistory } from "./case-history.ts";

const message = (recipient: string, sent_at: string, changed: Partial<CaseMessage> = {}): CaseMessage => ({
  id: "0b6c9a52-3a0f-4f2c-9d0a-0a4c2f1f7a11",
  channel: "mail",
  recipient,
  kinds: ["case verified"],
  is_list: false,
  sent_at,
  ...changed,
});

const shown = (messages: CaseMessage[]) => {
  const started_at = "2026-06-11T05:00:00.000Z";
  const whole = { leaks: [], events: [], state: "open" as const, over_at: null, started_at };
  return caseHistory({ ...whole, time_zone: "America/Chicago" }, messages).map(({ text }) => text);
};

test("mails about the same to several people within an hour are one entry", () => {
  expect(
    shown([
      message("dan@example.com", "2026-06-12T05:04:00.000Z"),
      message("cat@example.com", "2026-06-12T05:03:00.000Z"),
      message("bob@example.com", "2026-06-12T05:02:00.000Z"),
      message("ann@example.com", "2026-06-12T05:01:00.000Z"),
      message("ann@example.com", "2026-06-11T11:30:00.000Z", { kinds: ["case opened", "case doubled"], is_list: true }),
      message("ann@example.com", "2026-06-12T07:00:00.000Z", { channel: "sms", kinds: ["case returned"] }),
    ]),
  ).toEqual([
    "Mail to ann@example.com, in a list: leak found, leak has grown",
    "Mail to ann@example.com, bob@example.com and 2 others: fix verified",
    "Text message to ann@example.com: leak is back",
  ]);
});
