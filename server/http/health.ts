import type { Connections } from "../database/connect.ts";
import { ProblemError } from "../problem/problem.ts";
import type { Duty } from "./duty.ts";
import type { Routes } from "./route.ts";

export function serveHealth(routes: Routes, { reachable }: Connections, duty: Duty): void {
  routes.open("GET /health/live", async () => ({ status: "live" as const }));
  routes.open("GET /health/ready", async () => {
    if (duty.isLeaving()) throw new ProblemError("unavailable", "The server is being stopped.");
    if (!(await reachable.answers())) {
      throw new ProblemError("unavailable", "The database does not answer, or takes no writes.");
    }
    return { status: "ready" as const };
  });
}
