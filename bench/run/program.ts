import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { compileCache } from "../../scripts/compile-cache.ts";

const ROOT = join(import.meta.dirname, "../..");
/** How often the memory of a program is read. */
const LOOK_MS = 20;
/** What runs now, for an end before the time. */
const running = new Set<Program>();

/** Asks all programs that run to end, and waits. */
export async function stopPrograms(): Promise<void> {
  await Promise.all([...running].map((program) => program.stop()));
}

/** A Node program of the project in a process of its own. */
export interface Program {
  /** Its number in the system; undefined: it never started. */
  pid: number | undefined;
  /** What it wrote so far. */
  output(): { out: string; errors: string };
  /** The most memory that it held until now, in bytes; null where the system does not tell. */
  peakMemory(): number | null;
  /** Ends with the program: its exit code, null after a signal. */
  ended: Promise<number | null>;
  /** Sends a signal; none where it has ended. */
  signal(name: NodeJS.Signals): void;
  /** Asks it to end, and waits. */
  stop(): Promise<number | null>;
  /** Ends it without asking, as a fallen machine does, and waits. */
  kill(): Promise<number | null>;
}

/**
 * Starts a script of the project with the settings given, and none of the database or address in this environment.
 * @param script path from the project's root
 * @param flags of Node for this program alone
 * @param outputTo file descriptor that it writes to instead of being read
 * @param root of another copy of the project
 */
export function startProgram(
  script: string,
  args: string[],
  settings: Record<string, string>,
  flags: readonly string[] = [],
  outputTo: number | "pipe" = "pipe",
  root: string = ROOT,
): Program {
  const child = spawn(process.execPath, [...flags, script, ...args], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: undefined,
      BASE_URL: undefined,
      SESSION_SECRET: undefined,
      NODE_COMPILE_CACHE: compileCache,
      ...settings,
    },
    stdio: ["ignore", outputTo, outputTo],
  });
  const texts = { out: "", errors: "" };
  child.stdout?.on("data", (chunk) => {
    texts.out += chunk;
  });
  child.stderr?.on("data", (chunk) => {
    texts.errors += chunk;
  });
  let peak: number | null = null;
  const look = () => {
    peak = memoryOf(child.pid, "VmHWM") ?? peak;
    return peak;
  };
  const looking = setInterval(look, LOOK_MS);
  const ended = new Promise<number | null>((done) => {
    child.on("close", (code) => {
      clearInterval(looking);
      done(code);
    });
  });
  const program: Program = {
    pid: child.pid,
    output: () => texts,
    peakMemory: look,
    ended,
    signal: (name) => {
      child.kill(name);
    },
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
    kill: () => {
      child.kill("SIGKILL");
      return ended;
    },
  };
  running.add(program);
  ended.then(() => running.delete(program));
  return program;
}

/**
 * The kernel's own account of the memory of a process, in bytes: the most that it has held (`VmHWM`) or what it holds now
 * (`VmRSS`); null when it is gone or not Linux.
 */
export function memoryOf(pid: number | undefined, kind: "VmHWM" | "VmRSS"): number | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const kilobytes = new RegExp(`^${kind}:\\s+(\\d+) kB$`, "m").exec(status)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}
