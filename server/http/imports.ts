import type { Clock } from "../clock.ts";
import type { Connections } from "../database/connect.ts";
import type { Routes } from "./route.ts";

export function serveImports(_routes: Routes, _deps: { connections: Connections; clock: Clock }): void {}
