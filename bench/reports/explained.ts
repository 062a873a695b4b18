import { showProgress } from "../../server/cli/output/progress.ts";
import type { Figure } from "../record/figure.ts";
import { plansOf } from "./plans/captured.ts";
import { planText } from "./plans/plan.ts";
import { scansOfHours } from "./plans/scans.ts";
import { reportRequests } from "./server/report-requests.ts";
import type { Running } from "./server/running.ts";

/** How the database executes every request: none at portfolio width may scan hourly consumption. */
export async function explained(
  { admin, places }: Running,
  url: string,
  { only, print }: { only: RegExp; print: boolean },
): Promise<Figure[]> {
  const { regular: mixed, past } = reportRequests(places);
  const requests = [...mixed, ...past].filter(({ call }) => only.test(call));
  const progress = showProgress("query plans");
  const planned = await plansOf(url, admin, requests, (done) => progress.update(done, requests.length, ""));
  progress.end();
  if (print) {
    for (const { request, plans } of planned) {
      process.stdout.write(`\n${request.width} ${request.url}\n${plans.map((plan) => planText(plan)).join("\n")}`);
    }
  }
  const found = scansOfHours(planned);
  const scans = found.filter((scan) => !past.some(({ url }) => url === scan.url));
  for (const scan of found) process.stdout.write(`SCANS HOURS: ${scan.url}\n  ${scan.step}\n`);
  return [
    {
      name: "questions at portfolio width that scan hourly consumption",
      value: new Set(scans.map((scan) => scan.url)).size,
      unit: "",
      goal: { must: "be", value: 0 },
    },
    {
      name: "questions about devices as of a day long past that do",
      value: new Set(found.map((scan) => scan.url)).size - new Set(scans.map((scan) => scan.url)).size,
      unit: "",
    },
  ];
}
