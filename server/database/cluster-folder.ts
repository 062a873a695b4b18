import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, link, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { codeOf } from "./error-code.ts";

const run = promisify(execFile);

/** The folder of the private database in a data folder. */
export const clusterIn = (root: string) => join(root, "postgres");
const passwordFileIn = (root: string) => join(root, "postgres-password");

/** The user that Postgres runs as, where it differs from the server's. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

/** Advice for a private database that does not start. */
export const RECOVER =
  "Nothing was deleted. Restore the data folder from a backup, or, to start with an empty database, move the folder away " +
  "or set DATA_DIR to another one.";

/**
 * Makes the data folder and its private database where there is none.
 * @throws Error with what to do, when the existing folder cannot be used; it is left as it is
 */
export async function prepareCluster(initdb: string, root: string, user: RunAs): Promise<void> {
  try {
    await mkdir(root, { recursive: true });
  } catch (error) {
    throw new Error(`The data folder ${root} cannot be created: ${messageOf(error)}. Set DATA_DIR to another folder.`);
  }
  await checkAccess(`data folder ${root}`, root, "set DATA_DIR to another folder", user);
  await checkAccess(`program ${initdb}`, initdb, "install Dripline in another folder", user);
  if (!(await hasCluster(root, user))) await makeCluster(initdb, root, user);
  await readPassword(root);
}

/** @returns false where there is nothing yet */
async function hasCluster(root: string, { uid = process.getuid?.() }: RunAs): Promise<boolean> {
  const cluster = clusterIn(root);
  try {
    const owner = (await stat(cluster)).uid;
    const names = await readdir(cluster);
    if (names.length === 0) return false;
    if (!names.includes("PG_VERSION")) {
      throw new Error("It has files in it, but is not a complete Postgres database: PG_VERSION is missing.");
    }
    if (uid !== undefined && owner !== uid) {
      throw new Error(
        `It belongs to user ${owner}, but Postgres runs as user ${uid}: chown -R ${uid} ${cluster} helps.`,
      );
    }
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw new Error(`The private database in ${cluster} cannot be used. ${messageOf(error)} ${RECOVER}`);
  }
}

/** Creates it in a folder of its own, renamed when complete: a start that is killed midway leaves none. */
async function makeCluster(initdb: string, root: string, user: RunAs): Promise<void> {
  const passwordFile = passwordFileIn(root);
  const scratch = await mkdtemp(join(root, "postgres-initdb-"));
  const [made, password] = [join(scratch, "postgres"), join(scratch, "password")];
  try {
    await writeFile(password, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
    await mkdir(made, { mode: 0o700 });
    if (user.uid !== undefined && user.gid !== undefined) {
      for (const path of [scratch, made, password]) await chown(path, user.uid, user.gid);
    }
    // Of two servers that start at once, both use the password of the first.
    await link(password, passwordFile).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error;
    });
    const options = ["-U", "dripline", "--auth=scram-sha-256", `--pwfile=${passwordFile}`, "-E", "UTF8"];
    await run(initdb, ["-D", made, ...options, "--locale=C.UTF-8"], { ...user, cwd: "/" });
    await rename(made, clusterIn(root));
    await sync(root);
  } catch (error) {
    // Another server that started concurrently was first.
    if (await hasCluster(root, user)) return;
    throw new Error(
      `The private database could not be created in ${clusterIn(root)}: ${messageOf(error)} Correct that and start again.`,
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Fsync: else a machine that crashes later could restore the folder from before the rename. */
async function sync(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The password of the private database's superuser. */
export async function readPassword(root: string): Promise<string> {
  const file = passwordFileIn(root);
  try {
    const password = (await readFile(file, "utf8")).trim();
    if (password === "") throw new Error("It is empty.");
    return password;
  } catch (error) {
    const reason = codeOf(error) === "ENOENT" ? "It is missing." : messageOf(error);
    throw new Error(`The password of the private database cannot be read from ${file}. ${reason} ${RECOVER_PASSWORD}`);
  }
}

/** Advice for a lost password. */
export const RECOVER_PASSWORD =
  "Nothing was changed. Restore the file from a backup, or set another password as docs/operations.md says under " +
  '"The private database does not start".';

/** @param otherwise the alternative */
async function checkAccess(what: string, path: string, otherwise: string, user: RunAs): Promise<void> {
  if (user.uid === undefined) return;
  try {
    await run("test", ["-x", path], { ...user, cwd: "/" });
  } catch {
    throw new Error(
      `The user postgres, as which Postgres runs when Dripline is started by root, may not use the ${what}. Let others ` +
        `enter it and each folder above it (chmod o+x), or ${otherwise}, or start Dripline as another user than root.`,
    );
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
