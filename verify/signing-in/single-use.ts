import { sql } from "kysely";
import { mailedToken, makePeople, PASSWORD, type Trial } from "./trial.ts";
import { cookieHeader } from "./visitor.ts";

/** So often a link is used at once. */
const AT_ONCE = 10;
const HOST = "evil.example";

/** How often a link of each kind opened an account when it was used ten times at once. */
export async function spendAtOnce(trial: Trial): Promise<{ reset: number; invitation: number }> {
  const [email = ""] = await makePeople(trial, "forgetful", 1);
  await trial.ask({ path: "/v1/password/forgotten", body: { email } });
  const token = await mailedToken(trial, email);
  const resets = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, i) =>
      trial.ask({ path: "/v1/password/reset", body: { token, password: `Silent-Meters-${i}!` } }),
    ),
  );
  const invited = await invite(trial, "invited@example.com");
  const takes = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, i) =>
      trial.ask({ path: "/v1/invitation", body: { token: invited, password: `Silent-Meters-${i}!` } }),
    ),
  );
  return {
    reset: resets.filter(({ status }) => status === 200).length,
    // Whether the password then lets them in is another matter.
    invitation: takes.filter(({ status }) => status !== 403).length,
  };
}

/** Invites somebody as an administrator does. @returns the token of their link */
export async function invite(trial: Trial, email: string): Promise<string> {
  const [admin = ""] = await makePeople(trial, `inviter-of-${email.split("@")[0]}-`, 1);
  await sql`update users set staff_role = 'IONAdmin' where email = ${admin}`.execute(trial.connections.accounts);
  const signedIn = await trial.ask({ path: "/v1/session", body: { email: admin, password: PASSWORD } });
  const organization = await sql<{ id: number }>`
    insert into organizations (name) values (${`of ${email}`}) returning id`.execute(trial.connections.worker);
  const invited = await trial.ask({
    path: "/v1/admin/staff/organizations/users/staff",
    headers: { cookie: cookieHeader(signedIn.cookies) },
    body: {
      email,
      role: 2,
      permissions: ["reporting.view_property_data_report"],
      assigned_organizations: [organization.rows[0]?.id],
    },
  });
  if (invited.status !== 201) throw new Error(`Inviting failed: ${invited.text}`);
  return await mailedToken(trial, email);
}

/** Links that lead to a host which a request claimed, of those that were requested so. */
export async function claimedHosts(trial: Trial): Promise<{ mailCount: number; wrong: number }> {
  const claims: Record<string, string>[] = [
    { host: HOST },
    { "x-forwarded-host": HOST },
    { forwarded: `host=${HOST};proto=http` },
    { host: `water.example.com@${HOST}` },
    { "x-forwarded-proto": "http", "x-forwarded-host": HOST, host: HOST },
  ];
  const emails = await makePeople(trial, "led-astray", claims.length);
  for (const [i, headers] of claims.entries()) {
    await trial.ask({ path: "/v1/password/forgotten", body: { email: emails[i] ?? "" }, headers });
  }
  for (const email of emails) await mailedToken(trial, email);
  const own = (await trial.mails()).filter((mail) => mail.startsWith("To: led-astray"));
  return { mailCount: own.length, wrong: own.filter((mail) => mail.includes(HOST)).length };
}

/** What becomes of a browser's session when somebody signs in there: an attacker may have put it there. */
export async function signInOver(trial: Trial): Promise<{ kept: number; alive: number }> {
  const [mallory = "", ann = ""] = await makePeople(trial, "fixed", 2);
  const signIn = (email: string, cookie: string) =>
    trial.ask({ path: "/v1/session", body: { email, password: PASSWORD }, headers: { cookie } });
  const planted = cookieHeader((await signIn(mallory, "")).cookies.slice(0, 1));
  let kept = 0;
  let alive = 0;
  for (const cookie of [planted, "__Host-dripline=chosen-by-mallory", "dripline=chosen-by-mallory"]) {
    const given = cookieHeader((await signIn(ann, cookie)).cookies.slice(0, 1));
    if (given === cookie || given === "") kept += 1;
    const answer = await trial.ask({ method: "GET", path: "/v1/me", headers: { cookie } });
    if (answer.status !== 401) alive += 1;
  }
  return { kept, alive };
}
