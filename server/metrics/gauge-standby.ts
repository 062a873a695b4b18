import { Counter, Gauge, type Registry } from "prom-client";
import type { Standby } from "../database/standby.ts";

/** Shows how far the standby is behind, whether reports are read from it, and how often they were. */
export function gaugeStandby(registry: Registry, standby: Standby): void {
  new Gauge({
    name: "dripline_standby_lag_seconds",
    help: "Upper bound of the standby's replication lag, to a second; NaN while unknown.",
    registers: [registry],
    collect() {
      const lag = standby.lagMs();
      this.set(lag === null ? Number.NaN : lag / 1000);
    },
  });
  new Gauge({
    name: "dripline_standby_usable",
    help: "1 while reports are read from the standby, 0 while it is too far behind or cannot be reached.",
    registers: [registry],
    collect() {
      this.set(typeof standby.current() === "string" ? 0 : 1);
    },
  });
  new Counter({
    name: "dripline_standby_reports_total",
    help:
      "Reports by source: standby, or the reason why the primary was read: behind, unreachable, failed (during the " +
      "report) or changed (recent change by the caller).",
    labelNames: ["read"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [where, count] of standby.counts) this.inc({ read: where }, count);
    },
  });
}
