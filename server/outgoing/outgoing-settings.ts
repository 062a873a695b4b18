import type { SmsSettings } from "./sms-settings.ts";

/** How messages leave, other than by mail. */
export interface OutgoingSettings {
  /** Addresses and ranges inside of own networks to which requests may be sent nevertheless. */
  allow: readonly string[];
  /** null: no text messages. */
  sms: SmsSettings | null;
}
