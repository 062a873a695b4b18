import type { Connections } from "../database/connect.ts";
import { ProblemError } from "../problem/problem.ts";
import type { Routes } from "./route/route.ts";
import type { Drain } from "./serving/drain.ts";

export function serveHealth(routes: Routes, { reachable }: Connections, drain: Drain): void {
  routes.open("GET /health/live", async () => ({ status: "live" as const }));
  routes.open("GET /health/ready", async () => {
    if (drain.isDraining()) throw new ProblemError("unavailable", "The server is being stopped.");
    if (!(await reachable.answers())) {
      throw new ProblemError("unavailable", "The database does not answer, or accepts no writes.");
    }
    return { status: "ready" as const };
  });
}
