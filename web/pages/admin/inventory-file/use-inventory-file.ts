import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { activeOrganization } from "../../../app/active-organization.ts";
import { address } from "../../../app/api.ts";
import { ApiError, sentenceOf } from "../../../app/api-error.ts";
import { formatNumber } from "../../../components/format.ts";
import { allRows, type Mending, noCorrections } from "./file-rows.ts";
import type { FileRow, InventoryAnswer } from "./inventory-answer.ts";

/** The most that the call takes, in bytes. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Where an upload is. */
export type Step = "choose" | "columns" | "rows" | "changes" | "applied";

export type InventoryFileState = ReturnType<typeof useInventoryFile>;

interface Params {
  sent: Sent;
  dryRun: boolean;
}

/** The import of an inventory spreadsheet: choose, preview, correct, apply. */
export function useInventoryFile(to: Destination, onApplied?: (answer: InventoryAnswer) => void) {
  const [sent, setSent] = useState<Sent>();
  const [answer, setAnswer] = useState<InventoryAnswer>();
  const [mending, setMending] = useState<Mending>(noCorrections);
  const [rejection, setRejection] = useState<string>();
  const running = useRef<AbortController | null>(null);

  const ask = useMutation({
    mutationFn: ({ sent: what, dryRun }: Params) => {
      const stop = new AbortController();
      running.current = stop;
      return sendInventory(what, to, dryRun, stop.signal);
    },
    onSuccess: (result, { sent: what }) => {
      setSent(what);
      setAnswer(result);
      setMending(noCorrections);
      if (result.applied) onApplied?.(result);
    },
    onSettled: () => {
      running.current = null;
    },
  });

  /** One at a time: a second click while one runs does nothing. */
  const send = (params: Params) => {
    if (running.current !== null) return;
    // Already now, because the sending begins a moment later.
    running.current = new AbortController();
    setRejection(undefined);
    ask.mutate(params);
  };

  /** Looks at a file; one that is too big is not sent at all. */
  const choose = async (file: File) => {
    ask.reset();
    if (file.size > MOST_BYTES) {
      const megabytes = formatNumber(file.size / 1024 / 1024, 1);
      setRejection(
        t`${file.name} has ${megabytes} MB, and at most 4 MB are taken. A list of 10,000 meters has about 1 MB: is it the right file? If so, split it into several.`,
      );
      return;
    }
    if (file.size === 0) {
      setRejection(t`${file.name} is empty. Is it the right file?`);
      return;
    }
    try {
      // Once, so that what is taken later is what was looked at, whatever becomes of the file meanwhile.
      const bytes = new Blob([await file.arrayBuffer()]);
      send({ sent: { name: file.name, file: bytes }, dryRun: true });
    } catch {
      setRejection(
        t`${file.name} could not be read. If it is open in another program, close it there and choose it again.`,
      );
    }
  };

  const step: Step =
    answer === undefined
      ? "choose"
      : answer.applied
        ? "applied"
        : answer.missing_columns.length > 0
          ? "columns"
          : answer.rejected.length > 0
            ? "rows"
            : "changes";

  return {
    step,
    answer,
    rows: answer === undefined ? [] : allRows(answer),
    mending,
    setMending,
    isOneProperty: to.propertyId !== undefined,
    propertyName: to.propertyName,
    /** What is under way; null: nothing. */
    busy: ask.isPending ? (ask.variables.dryRun ? ("looking" as const) : ("taking" as const)) : null,
    busyWith: ask.isPending ? ask.variables.sent.name : null,
    /** Why the last attempt failed; null: it did not. */
    problem: rejection ?? (ask.error === null || isAborted(ask.error) ? null : problemMessage(ask.error)),
    choose,
    /** Looks at the rows again as they are now. */
    look: (rows: readonly FileRow[]) => send({ sent: { name: answer?.name ?? "rows", rows }, dryRun: true }),
    take: () => sent !== undefined && send({ sent, dryRun: false }),
    cancel: () => running.current?.abort(),
    startAgain: () => {
      ask.reset();
      setRejection(undefined);
      setAnswer(undefined);
      setSent(undefined);
      setMending(noCorrections);
    },
  };
}

function isAborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

function problemMessage(error: Error): string {
  if (!(error instanceof ApiError)) return sentenceOf(error);
  const fieldMessage = [...new Set(Object.values(error.fields))].join(" ");
  return fieldMessage === "" ? error.detail : fieldMessage;
}

/** Where the rows of a spreadsheet go. */
interface Destination {
  /** Of new properties; null: the default organization. */
  organizationId: number | null;
  /** All rows belong to this property; left out: each row names its own. */
  propertyId?: number | undefined;
  /** Its name, which then needs no saying before each of its things. */
  propertyName?: string | undefined;
}

/** What is sent: the file unchanged, or its corrected rows. */
type Sent = { name: string; file: Blob } | { name: string; rows: readonly FileRow[] };

/**
 * Sends a spreadsheet. @param dryRun whether to only preview the result
 * @throws ApiError for every failure, except that an aborted call throws what `fetch` throws
 */
async function sendInventory(
  sent: Sent,
  to: Destination,
  dryRun: boolean,
  signal: AbortSignal,
): Promise<InventoryAnswer> {
  const isFile = "file" in sent;
  const headers = new Headers({ Accept: "application/json" });
  const organization = activeOrganization();
  if (organization !== null) headers.set("X-CURRENT-ORGANIZATION-ID", String(organization));
  // The server detects the type by the first bytes: browsers report different MIME types for CSV.
  headers.set("Content-Type", isFile ? "application/octet-stream" : "application/json");
  const url = address("/v1/admin/staff/inventory/import", undefined, {
    dry_run: dryRun,
    organization_id: to.organizationId,
    property_id: to.propertyId,
    name: sent.name.slice(0, 200),
  });
  const body = isFile ? sent.file : JSON.stringify({ rows: sent.rows });
  const response = await fetch(url, { method: "POST", headers, body, signal }).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ApiError(0, null);
  });
  const responseBody: unknown = await response.json().catch((error: unknown) => {
    if (signal.aborted) throw error;
    return null;
  });
  if (!response.ok || !isAnswer(responseBody)) throw new ApiError(response.status, responseBody);
  return responseBody;
}

/** Whether it is an answer at all, and not a page of some box on the way; what is in it the server answers for. */
function isAnswer(responseBody: unknown): responseBody is InventoryAnswer {
  return (
    typeof responseBody === "object" && responseBody !== null && "rows" in responseBody && "rejected" in responseBody
  );
}
