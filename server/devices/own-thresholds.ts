import { defaultPreferences } from "../../contract/accounts/preferences.ts";
import { THRESHOLDS_IN_ORDER } from "../../contract/inventory/devices.ts";
import { readPreferences } from "../accounts/users/preferences.ts";
import type { Connections } from "../database/connect.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import type { RequestScope } from "../query/request-scope.ts";
import type { Thresholds } from "./status.ts";

/**
 * The thresholds of a request about devices: those it gives, else those of the caller's preferences. API keys have no
 * preferences and get the defaults.
 * @throws ProblemError invalid_request when one that is given does not fit the other, which is the caller's own
 */
export async function thresholdsFor(
  connections: Connections,
  scope: RequestScope,
  given: { healthy_min?: number | undefined; warning_min?: number | undefined },
): Promise<Thresholds> {
  const { healthy_min, warning_min } = given;
  if (healthy_min !== undefined && warning_min !== undefined) return { healthy_min, warning_min };
  const { device_health_thresholds: own } =
    scope.apiKeyId === undefined ? await readPreferences(connections, scope.userId) : defaultPreferences;
  const both = { healthy_min: healthy_min ?? own.healthy[0], warning_min: warning_min ?? own.warning[0] };
  if (both.warning_min < both.healthy_min) return both;
  const sentence = text`${THRESHOLDS_IN_ORDER} Give both.`;
  const field = warning_min === undefined ? "healthy_min" : "warning_min";
  throw new ProblemError("invalid_request", sentence, { [field]: [sentence] });
}
