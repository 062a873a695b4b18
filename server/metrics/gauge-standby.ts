import { Counter, Gauge, type Registry } from "prom-client";
import type { Standby } from "../database/standby.ts";

/** Shows how far the standby is behind, whether reports are read from it, and how often they were. */
export function gaugeStandby(registry: Registry, standby: Standby): void {
  new Gauge({
    name: "dripline_standby_lag_seconds",
    help: "What the standby may lack at most, to a second; NaN while it is not known.",
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
      "Reports by where they were read: the standby; or the primary, since the standby was behind, unreachable, failed " +
      "on the way, or since the caller had just changed something.",
    labelNames: ["read"],
    registers: [registry],
    collect() {
      this.reset();
      for (const [where, count] of standby.counts) this.inc({ read: where }, count);
    },
  });
}
