import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { installDebianPackage } from "../../testing/debian-package.ts";

const PLACES = ["/usr/sbin/mosquitto", "/usr/local/sbin/mosquitto", "/opt/homebrew/sbin/mosquitto"];
/** Its client that sends a message. */
export const PUBLISHER = "/usr/bin/mosquitto_pub";

/** The Mosquitto for tests: MOSQUITTO, or the system's. null: there is none. */
export function findMosquitto(): string | null {
  const found = process.env.MOSQUITTO ?? PLACES.find((path) => existsSync(path));
  if (found === undefined) {
    process.stderr.write(
      "\nSKIPPED: the tests with a real MQTT broker. Install Mosquitto, or set MOSQUITTO to its path.\n\n",
    );
  }
  return found ?? null;
}

/** Installs Mosquitto and its clients where they are missing and can be, as root on Debian. */
export function installMosquitto(): void {
  if (process.env.MOSQUITTO === undefined && !PLACES.some((path) => existsSync(path))) {
    installDebianPackage("mosquitto", "the tests with a broker");
  }
  if (!existsSync(PUBLISHER)) installDebianPackage("mosquitto-clients", "the samples of the manual");
}

/** A Mosquitto for one test, which keeps its sessions' queues as long as it runs. */
export interface Mosquitto {
  url: string;
  close(): Promise<void>;
}

export async function openMosquitto(program: string): Promise<Mosquitto> {
  const folder = await mkdtemp(join(tmpdir(), "dripline-mosquitto-"));
  const port = await freePort();
  const file = join(folder, "mosquitto.conf");
  // Its default keeps a thousand messages for a session that is away and drops the rest.
  const lines = [`listener ${port} 127.0.0.1`, "allow_anonymous true", "max_queued_messages 0", "user root"];
  await writeFile(file, `${lines.join("\n")}\n`);
  const child: ChildProcess = spawn(program, ["-c", file], { stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`Mosquitto ended: ${errors}`);
    await setImmediate();
  }
  return {
    url: `mqtt://127.0.0.1:${port}`,
    close: async () => {
      if (child.exitCode === null) {
        const ended = once(child, "exit");
        child.kill("SIGKILL");
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  if (address === null || typeof address !== "object") throw new Error("There is no free port.");
  return address.port;
}
