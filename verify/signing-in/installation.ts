import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { besideServer } from "../../bench/run/private-database.ts";
import { startProgram } from "../../bench/run/program.ts";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { startServer } from "../../bench/run/server.ts";
import { createUser } from "../../server/accounts/create-user.ts";
import { atLeast, exactly, type Finding, none } from "../run/check.ts";
import { PASSWORD } from "./trial.ts";
import { visitor } from "./visitor.ts";

const EMAIL = "ann@example.com";

/** What an installation makes of itself: its secrets, its cookies, and what it says about plain http. */
export async function installations(): Promise<Finding[]> {
  const https = await openOnce({ BASE_URL: "https://water.example.com" });
  const house = await openOnce({ BASE_URL: "http://192.168.1.20:4000" });
  const everywhere = await openOnce({ HOST: "0.0.0.0" });
  const own = await openOnce({});
  const secrets = [https, house, everywhere, own].flatMap((opened) => opened.secrets);
  const started = await Promise.all([undefined, "", "x".repeat(31), "changeme"].map((secret) => startWithout(secret)));
  const plain = [...house.cookies, ...own.cookies];
  return [
    exactly("secrets that installations made for themselves", secrets.length, 8),
    none("of them the same twice", secrets.length - new Set(secrets.map(({ text }) => text)).size),
    none("of them shorter than 32 bytes", secrets.filter(({ text }) => text.length < 64).length),
    none("of them readable by others than the owner", secrets.filter(({ mode }) => mode !== 0o600).length),
    none("starts with a DATABASE_URL and no secret of 32 bytes", started.filter((has) => has).length),
    atLeast("cookies over https", https.cookies.length, 3),
    none("of them not bound to host, https, http and site", https.cookies.filter((cookie) => !isBound(cookie)).length),
    atLeast("cookies over http", plain.length, 6),
    none(
      "of them with another than a plain name, or open to scripts and other sites",
      plain.filter((cookie) => !isPlain(cookie)).length,
    ),
    exactly(
      "warnings about plain http at a name of the house, and at all addresses",
      house.warnings + everywhere.warnings,
      2,
    ),
    none("warnings over https, and on the machine itself", https.warnings + own.warnings),
  ];
}

/** Starts an installation, signs in and out, and looks at what it left. */
async function openOnce(settings: Record<string, string>) {
  return await inScratchFolder(async (folder) => {
    const server = await startServer("server/main.ts", { DATA_DIR: folder, DEMO: "off", ...settings }, [
      "/health/ready",
    ]);
    const { ask, close } = visitor(server.url);
    try {
      const person = { email: EMAIL, firstName: "", lastName: "", password: PASSWORD, memberships: [] };
      await besideServer(folder, (connections) => createUser(connections, person));
      const signedIn = await ask({ path: "/v1/session", body: { email: EMAIL, password: PASSWORD } });
      const signedOut = await ask({ method: "DELETE", path: "/v1/session" });
      const files = ["session-secret", "postgres-password"].map((name) => join(folder, name));
      const secrets = await Promise.all(
        files.map(async (file) => ({
          text: (await readFile(file, "utf8")).trim(),
          mode: (await stat(file)).mode & 0o777,
        })),
      );
      const { out, errors } = server.program.output();
      const warnings = (out + errors).split("\n").filter((line) => line.includes("is not https")).length;
      return { secrets, cookies: [...signedIn.cookies, ...signedOut.cookies], warnings };
    } finally {
      close();
      await server.program.stop();
    }
  });
}

/** Whether the server starts with a database of its own and this secret; one that does not says which setting it is. */
async function startWithout(secret: string | undefined): Promise<boolean> {
  const database = "postgres://dripline:none@127.0.0.1:1/none";
  const given: Record<string, string> = secret === undefined ? {} : { SESSION_SECRET: secret };
  const program = startProgram("server/main.ts", [], { DATABASE_URL: database, ...given });
  const code = await program.ended;
  return code === 0 || !program.output().errors.includes("SESSION_SECRET");
}

/** Whether a cookie goes to its own host only, over https only, to no script and with no request of another site. */
function isBound(cookie: string): boolean {
  const [name = "", ...flags] = cookie.split(/; ?/);
  const all = ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"].every((flag) =>
    flags.some((given) => given.toLowerCase() === flag.toLowerCase()),
  );
  return name.startsWith("__Host-") && all && !flags.some((flag) => /^domain/i.test(flag));
}

/** The same as far as plain http goes: browsers would not take the rest. */
function isPlain(cookie: string): boolean {
  return !/^__|; ?secure/i.test(cookie) && /; ?httponly/i.test(cookie) && /; ?samesite=lax/i.test(cookie);
}
