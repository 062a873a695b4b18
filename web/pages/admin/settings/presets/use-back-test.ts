import { useEffect, useRef, useState } from "react";
import type { LeakPreset } from "../../../../../contract/leaks/leak-presets.ts";
import type { BackTest } from "../../../../../contract/leaks/rule-settings.ts";
import { call } from "../../../../app/api.ts";
import { ApiError } from "../../../../app/api-error.ts";
import type { SettingsOf } from "../view/use-settings.ts";
import { inSampleOrder } from "./back-test-sums.ts";

/** Other settings: a preset, null for the organization's settings. */
export interface Wanted {
  /** Whose properties they are. */
  organizationId: number;
  preset: LeakPreset | null;
  /** Numbers that differ from the preset. */
  settings: Record<string, number>;
}

/** Back-tests of properties, one after the other. */
export interface BackTestRun {
  wanted: Wanted;
  properties: readonly SettingsOf[];
  state: "running" | "cancelled" | "failed" | "done";
  tests: readonly BackTest[];
  /** Properties that left the organization meanwhile, or were archived. */
  left: readonly SettingsOf[];
  /** Why it failed. */
  error: unknown;
}

/** Others' previews come first. */
const WAIT_MS = 3000;
const MAX_ATTEMPTS = 20;

/** Runs back-tests, which can be cancelled; what is done until then stays. */
export function useBackTest() {
  const [run, setRun] = useState<BackTestRun>();
  const abort = useRef<AbortController>(undefined);
  useEffect(() => () => abort.current?.abort(), []);

  const go = async (begun: BackTestRun) => {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    const { signal } = controller;
    let now: BackTestRun = { ...begun, state: "running", error: null };
    const note = (changed: Partial<BackTestRun>) => {
      now = { ...now, ...changed };
      if (abort.current === controller) setRun(now);
    };
    note({});
    const known = new Set([...begun.tests.map(({ property_id }) => property_id), ...begun.left.map(({ id }) => id)]);
    for (const property of begun.properties) {
      if (known.has(property.id)) continue;
      try {
        const test = await testProperty(property.id, begun.wanted, signal);
        note(test === null ? { left: [...now.left, property] } : { tests: [...now.tests, test] });
      } catch (error) {
        return note(signal.aborted ? { state: "cancelled" } : { state: "failed", error });
      }
    }
    note({ state: "done" });
  };

  return {
    run,
    start: (properties: readonly SettingsOf[], wanted: Wanted) => {
      const empty = { wanted, properties: inSampleOrder(properties), tests: [], left: [], error: null };
      void go({ ...empty, state: "running" });
    },
    cancel: () => abort.current?.abort(),
    /** Goes on with what is missing. */
    resume: () => run !== undefined && void go(run),
    clear: () => {
      abort.current?.abort();
      abort.current = undefined;
      setRun(undefined);
    },
  };
}

/** @returns null where the property is not there any more */
async function testProperty(
  property_id: number,
  { organizationId, preset, settings }: Wanted,
  signal: AbortSignal,
): Promise<BackTest | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      const test = await call("POST /v1/properties/{property_id}/leak-settings/back-test", {
        params: { property_id },
        body: { preset, settings },
        signal,
      });
      return test.organization_id === organizationId ? test : null;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) return null;
      if (error.status !== 503 || attempt === MAX_ATTEMPTS) throw error;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, WAIT_MS);
        signal.addEventListener("abort", () => {
          clearTimeout(timer);
          resolve();
        });
      });
      signal.throwIfAborted();
    }
  }
}
