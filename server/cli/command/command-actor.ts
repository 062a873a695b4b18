import { userInfo } from "node:os";
import type { Actor } from "../../audit/audit.ts";
import { systemClock } from "../../time/clock.ts";

/** Who goes on record for what a command does: the command line, and the user of the machine who runs it. */
export function commandActor(): Actor {
  return { userId: null, email: `command line (${userInfo().username})`, requestId: "", at: systemClock() };
}
