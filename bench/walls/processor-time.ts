import { readFile } from "node:fs/promises";
import pg from "pg";

/** Tells how long processors have worked for a database and for a process that asks it. */
export interface ProcessorTime {
  /** Milliseconds so far, by process id of Postgres; null where the system does not tell. */
  read(): Promise<Map<number, number> | null>;
  close(): Promise<void>;
}

/** @param url the database, to which other connections are open @param clientPid the process that asks, left out: this one */
export async function openProcessorTime(url: string, clientPid = process.pid): Promise<ProcessorTime> {
  const other = new URL(url);
  const database = other.pathname.slice(1);
  other.pathname = "/postgres";
  // Connected to another database, so that its own work is not counted.
  const client = new pg.Client({ connectionString: other.href });
  await client.connect();
  return {
    read: async () => {
      const { rows } = await client.query<{ pid: number }>("select pid from pg_stat_activity where datname = $1", [
        database,
      ]);
      const times = new Map<number, number>();
      for (const { pid } of rows) {
        const spent = await processorMilliseconds(pid);
        if (spent === null) return null;
        times.set(pid, spent);
      }
      if (clientPid !== process.pid) {
        const spent = await processorMilliseconds(clientPid);
        return spent === null ? null : times.set(clientPid, spent);
      }
      const { user, system } = process.cpuUsage();
      return times.set(clientPid, (user + system) / 1000);
    },
    close: () => client.end(),
  };
}

/** Milliseconds between two readings. Processes that came in between are counted from their start. */
export function between(before: Map<number, number>, after: Map<number, number>): number {
  let sum = 0;
  for (const [pid, spent] of after) sum += spent - (before.get(pid) ?? 0);
  return sum;
}

/** How long a process was on a processor, by the account of Linux; null elsewhere. */
async function processorMilliseconds(pid: number): Promise<number | null> {
  try {
    const [nanoseconds] = (await readFile(`/proc/${pid}/schedstat`, "utf8")).split(" ");
    return Number(nanoseconds) / 1e6;
  } catch {
    return null;
  }
}
