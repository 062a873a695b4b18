import type { Sabotages } from "./replace-source.ts";

/** In making messages and delivering them. */
export const messages = {
  // No sabotage: alerts follow what came in at once, so that cases open all the time.
  "alerts-soon": {
    "server/alerts/watcher.ts": [
      ["const GATHER_MS = 2_000;", "const GATHER_MS = 100;"],
      ["const APART_MS = 20_000;", "const APART_MS = 500;"],
    ],
  },
  // Makes messages of the outbox again and again.
  "forget-dispatched": {
    "server/notifications/dispatch.ts": [["update outbox set dispatched_at = ", "update outbox set created_at = "]],
  },
  // Gives a mail a new id at each attempt.
  "new-message-ids": {
    "server/notifications/deliver.ts": [["    `${due.id}@", "    `${due.id}-${due.attempts}@"]],
  },
  // Takes everybody for somebody who may see everything that a message is about.
  "ignore-rights": {
    "server/notifications/deliver.ts": [
      ["contents.filter(({ is_visible }) => is_visible)", "contents.filter(() => true)"],
    ],
  },
  // Names no earlier mails of a thread, and gives each a subject of its own.
  "forget-references": {
    "server/notifications/deliver.ts": [["references: earlier.map(", "references: [].map("]],
    "server/notifications/render-mail.ts": [
      ["subject: notice.threadSubject,", "subject: notice.what + notice.outboxId,"],
    ],
  },
  // Marks a message as sent before it is.
  "sent-too-early": {
    "server/notifications/deliver.ts": [
      ["  const host = new URL(deps.baseUrl)", "  await finishSent(deps, due);\n  const host = new URL(deps.baseUrl)"],
    ],
  },
  // Takes a morning for six and a half hours after midnight.
  "mornings-by-hours": {
    "server/notifications/when-to-send.ts": [
      [
        "day.toZonedDateTime({ timeZone, plainTime: MORNING }).epochMilliseconds",
        "day.toZonedDateTime({ timeZone }).epochMilliseconds + 6.5 * 3_600_000",
      ],
    ],
  },
  // Signs something else than the request.
  "other-signed": {
    "server/outgoing/webhook-signature.ts": [["key).update(`", "key).update(`other "]],
  },
  // Sends messages as fast as it can.
  "send-without-pause": {
    "server/notifications/start-notifications.ts": [["const APART_MS = 40;", "const APART_MS = 0;"]],
  },
  // Puts names into a mail as they are.
  "names-as-markup": {
    "server/notifications/messages/mail-page.ts": [['    .replaceAll("<", "&lt;")\n', ""]],
  },
} satisfies Sabotages;
