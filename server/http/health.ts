import { sql } from "kysely";
import type { Connections } from "../database/connect.ts";
import { ProblemError } from "../problem.ts";
import type { Routes } from "./route.ts";

export function serveHealth(routes: Routes, connections: Connections): void {
  routes.open("GET /health/live", async () => ({ status: "live" as const }));
  routes.open("GET /health/ready", async () => {
    try {
      await sql`select 1`.execute(connections.app);
    } catch {
      throw new ProblemError("unavailable", "The database does not answer.");
    }
    return { status: "ready" as const };
  });
}
