import type { WebhookRow } from "../../contract/notifications/webhooks.ts";

/** A webhook as the object of an entry in the audit log. */
export function onRecord(organizationId: number, id: number) {
  return { organizationId, objectType: "webhook", objectId: id };
}

/** What the audit log keeps of a webhook. */
export function recordOf({ name, type, address, kinds, property_ids, min_dollars_per_day }: WebhookRow) {
  return { name, type, address, kinds, property_ids, min_dollars_per_day };
}
