import type { Clock } from "../clock.ts";
import type { Connections } from "../database/connect.ts";
import type { Routes } from "./route.ts";

export function serveAlerts(_routes: Routes, _deps: { connections: Connections; clock: Clock }): void {}
