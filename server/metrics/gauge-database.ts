import { Gauge, type Registry } from "prom-client";
import type { Connections } from "../database/connect.ts";

/** Shows how the connections to the database are used, by the role that they act as. */
export function gaugeDatabase(registry: Registry, pools: Connections["pools"]): void {
  new Gauge({
    name: "dripline_database_connections",
    help: "Connections of this server to the database that are in use and idle.",
    labelNames: ["role", "state"],
    registers: [registry],
    collect() {
      for (const { role, pool } of pools) {
        this.set({ role, state: "in use" }, pool.totalCount - pool.idleCount);
        this.set({ role, state: "idle" }, pool.idleCount);
      }
    },
  });
  new Gauge({
    name: "dripline_database_connections_most",
    help: "The most connections that this server opens.",
    labelNames: ["role"],
    registers: [registry],
    collect() {
      for (const { role, pool } of pools) this.set({ role }, pool.options.max);
    },
  });
  new Gauge({
    name: "dripline_database_waiting",
    help: "Work that waits for a connection to the database.",
    labelNames: ["role"],
    registers: [registry],
    collect() {
      for (const { role, pool } of pools) this.set({ role }, pool.waitingCount);
    },
  });
}
