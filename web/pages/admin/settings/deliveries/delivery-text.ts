import { t } from "@lingui/core/macro";
import type { Delivery } from "../../../../../contract/notifications/notifications.ts";
import { reportNames } from "../../../../app/report/send/schedule-form.ts";
import { messageNames } from "../../../../components/labels.ts";
import { timeAtProperty } from "../../../property/leak-detail/view/property-time.ts";

export const stateNames: Readonly<Record<Delivery["state"], string>> = {
  waiting: t`Waiting`,
  sent: t`Sent`,
  failed: t`Given up`,
  dropped: t`Not sent`,
};

/** What a message is about: its subject, or what it will be about. */
export function aboutText({ subject, kinds, is_list, report }: Delivery): string {
  if (subject !== null) return subject;
  if (report !== null) return reportNames[report];
  if (kinds.length === 0) return t`A test`;
  const what = kinds.map((kind) => messageNames[kind]).join(", ");
  return is_list ? t`List: ${what}` : what;
}

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An instant on the reader's clock. */
export const timeHere = (instant: string) => timeAtProperty(instant, own);

/** When a message was sent, or is due. */
export function whenText({ state, sent_at, due_at, attempts }: Delivery): string {
  if (sent_at !== null) return timeHere(sent_at);
  if (state === "waiting") return attempts === 0 ? t`Due ${timeHere(due_at)}` : t`Tried again ${timeHere(due_at)}`;
  return timeHere(due_at);
}
