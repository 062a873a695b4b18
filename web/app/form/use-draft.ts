import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "../api-error.ts";
import { useMe } from "../use-me.ts";

const key = "dripline.draft";

/**
 * What this person had typed into this form when their session ended; undefined: nothing, or nothing that can be read.
 * @param form identifies the form, also among those of several rows: "unit 12"
 * @param isDraft whether it is a draft of this form; another release may have kept it
 */
export function useKeptDraft<Draft>(form: string, isDraft: (kept: unknown) => kept is Draft): Draft | undefined {
  const { id: user } = useMe();
  const [draft] = useState(() => readDraft(user, form, isDraft));
  useEffect(() => {
    if (draft !== undefined) sessionStorage.removeItem(key);
  }, [draft]);
  return draft;
}

/**
 * Keeps what is typed into a form when the session ends, in this tab, until the same person is signed in again. Errors
 * of queries are handled here.
 * @returns a function for errors of the form's own call, which keeps what is typed if the session ended
 */
export function useKeepDraft(
  form: string,
  { current, isTyped }: { current: () => unknown; isTyped: () => boolean },
): (error: unknown) => void {
  const client = useQueryClient();
  const { id: user } = useMe();
  const keep = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401)
      sessionStorage.setItem(key, JSON.stringify({ user, form, draft: current() }));
  };
  const onQueryError = useEffectEvent((error: unknown) => {
    if (isTyped()) keep(error);
  });
  useEffect(() => {
    return client.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") onQueryError(event.action.error);
    });
  }, [client]);
  return keep;
}

function readDraft<Draft>(user: number, form: string, isDraft: (kept: unknown) => kept is Draft): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? "null");
    if (!isRecord(kept) || kept.user !== user || kept.form !== form) return undefined;
    return isDraft(kept.draft) ? kept.draft : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a parsed JSON value is an object with fields. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
