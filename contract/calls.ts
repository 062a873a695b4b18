import { healthCalls } from "./health.ts";
import { ingestCalls } from "./ingest.ts";
import { reportingCalls } from "./reporting.ts";
import { sessionCalls } from "./session.ts";

/** Every call of the product, by method and path. What is not here is not served. */
export const calls = { ...healthCalls, ...sessionCalls, ...ingestCalls, ...reportingCalls };

export type Calls = typeof calls;
export type CallName = keyof Calls;
