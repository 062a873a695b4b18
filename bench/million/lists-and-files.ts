import type { Figure } from "../record/figure.ts";
import { openClient } from "../reports/server/client.ts";
import type { Running } from "../reports/server/running.ts";
import { percentile } from "../run/percentile.ts";

const TIMES = 15;

/** What people request beside reports, in the organization with most properties; files whole. */
const PATHS = {
  "leak cases, the first page": "/v1/cases?page_size=25",
  "current leaks, the first page": "/v1/leaks?page_size=25",
  alerts: "/v1/alerts",
  "search of a unit": "/v1/search?q=unit+204",
  "search of a serial number": "/v1/search?q=20",
  "file of leak cases": "/v1/cases/export?file_type=csv",
  "workbook of the portfolio, 30 days": "/v1/reporting/portfolio-insights/workbook/export?days_ago=30",
};

/** Requests each path some times, files once, one after the other. */
export async function listsAndFiles({ url, cookie }: Running): Promise<Figure[]> {
  const client = openClient(url, cookie);
  const figures: Figure[] = [];
  let failed = 0;
  for (const [name, path] of Object.entries(PATHS)) {
    const times: number[] = [];
    for (let n = 0; n < (path.includes("/export") ? 1 : TIMES); n++) {
      const began = performance.now();
      const { status, text } = await client.get(path).catch((error: unknown) => ({ status: 0, text: String(error) }));
      if (status === 200) {
        times.push(performance.now() - began);
        continue;
      }
      failed++;
      process.stdout.write(`${path} answered ${status}: ${text.slice(0, 500)}\n`);
      break;
    }
    if (times.length > 0) figures.push({ name: `${name}, p95`, value: percentile(times, 0.95), unit: "ms" });
  }
  client.close();
  const fails: Figure = { name: "lists and files that fail", value: failed, unit: "", goal: { must: "be", value: 0 } };
  return [...figures, fails];
}
