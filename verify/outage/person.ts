import { createFirstAdmin, openFirstAdmin } from "../../server/accounts/first-admin.ts";
import { systemClock } from "../../server/clock.ts";
import type { Connections } from "../../server/database/connect.ts";

const admin = { email: "admin@example.com", firstName: "", lastName: "", password: "Correct.horse.battery.7" };

/** Makes the first administrator of an installation, who sees everything. */
export async function makeAdmin(connections: Connections): Promise<void> {
  const make = async () => {
    const token = await openFirstAdmin(connections, systemClock);
    await createFirstAdmin(connections, systemClock, { ...admin, token: token ?? "" }, "");
  };
  // A server that just starts opens a link of its own, which ends ours.
  await make().catch(make);
}

/** Signs that administrator in. @returns the cookie of the session */
export async function signIn(url: string): Promise<string> {
  const { email, password } = admin;
  const answer = await fetch(`${url}/v1/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (cookie === undefined) throw new Error(`Nobody was signed in: ${await answer.text()}`);
  return cookie;
}
