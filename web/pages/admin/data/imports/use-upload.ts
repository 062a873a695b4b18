import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "../../../../app/api.ts";
import { ApiError, sentenceOf } from "../../../../app/api-error.ts";
import { importQuery } from "../view/data-queries.ts";
import { type FileHead, readHead } from "./file-head.ts";
import { firstChoices, optionsOf, type ReadingChoices, wrongChoices } from "./reading-choices.ts";
import { sendFile } from "./send-file.ts";

/** A chosen file and the options for reading it. */
export interface Chosen {
  file: File;
  head: FileHead;
  choices: ReadingChoices;
}

export type Upload = ReturnType<typeof useUpload>;

/** A file of readings on its way: chosen, sent to be looked at, looked at, sent to be stored, stored. */
export function useUpload(propertyId: number) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Chosen>();
  const [rejection, setRejection] = useState<string>();
  const [sentBytes, setSentBytes] = useState(0);
  const [isChecked, setChecked] = useState(false);
  /** The import that the file became at last. */
  const [importId, setImportId] = useState<number>();
  const running = useRef<AbortController | null>(null);

  const send = useMutation({
    mutationFn: ({ file, head, choices, dryRun }: Chosen & { dryRun: boolean }) => {
      const stop = new AbortController();
      running.current = stop;
      const sent = { propertyId, file, isPacked: head.isPacked, options: optionsOf(choices), dryRun };
      return sendFile(sent, setSentBytes, stop.signal);
    },
    onSuccess: ({ id }) => {
      setImportId(id);
      void client.invalidateQueries();
    },
    onSettled: () => {
      running.current = null;
    },
  });
  const interrupt = useMutation({
    mutationFn: (id: number) =>
      call("DELETE /v1/properties/{property_id}/imports/{import_id}", {
        params: { property_id: propertyId, import_id: id },
      }),
    onSettled: () => void client.invalidateQueries(),
  });
  const become = useQuery({ ...importQuery(propertyId, importId ?? 0), enabled: importId !== undefined });
  const isOver = become.data !== undefined && become.data.finished_at !== null;

  useEffect(() => {
    // The lists and, after a real import, every figure of the property.
    if (isOver)
      void client.invalidateQueries({ predicate: ({ queryKey }) => !String(queryKey[0]).includes("{import_id}") });
  }, [isOver, client]);
  useEffect(() => () => running.current?.abort(), []);
  const isSending = send.isPending;
  useEffect(() => {
    if (!isSending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isSending]);

  const begin = (dryRun: boolean) => {
    // One at a time: a second click while one runs does nothing.
    if (chosen === undefined || running.current !== null) return;
    setChecked(true);
    if (Object.keys(wrongChoices(chosen.choices)).length > 0) return;
    // Already now, because the sending begins a moment later.
    running.current = new AbortController();
    setSentBytes(0);
    setImportId(undefined);
    send.mutate({ ...chosen, dryRun });
  };
  const reset = () => {
    send.reset();
    interrupt.reset();
    setImportId(undefined);
    setRejection(undefined);
    setChecked(false);
  };
  const fields = send.error instanceof ApiError ? send.error.fields : {};
  return {
    chosen,
    /** What is wrong with the choices, by the form or by the server. */
    wrong: { ...fields, ...(chosen !== undefined && isChecked ? wrongChoices(chosen.choices) : {}) },
    /** Why the last attempt failed; null: it did not. */
    problem: rejection ?? problemOf(send.error) ?? problemOf(interrupt.error),
    isSending,
    sentBytes,
    /** What the file became at the server; undefined: it is not there. */
    become: importId === undefined ? undefined : become,
    isInterrupting: interrupt.isPending,
    choose: async (file: File) => {
      reset();
      try {
        const head = await readHead(file);
        setChosen({ file, head, choices: firstChoices(head.columns, head.example) });
      } catch {
        setChosen(undefined);
        setRejection(
          t`${file.name} could not be read. If it is open in another program, close it there and choose it again.`,
        );
      }
    },
    setChoices: (changed: Partial<ReadingChoices>) => {
      setChosen((before) => before && { ...before, choices: { ...before.choices, ...changed } });
      send.reset();
    },
    look: () => begin(true),
    store: () => begin(false),
    /** Stops what is under way: the sending, or the reading at the server. */
    interrupt: () => {
      if (running.current !== null) running.current.abort();
      else if (importId !== undefined && !interrupt.isPending) interrupt.mutate(importId);
    },
    /** Back to the choices, with the same file. */
    back: reset,
    startAgain: () => {
      reset();
      setChosen(undefined);
    },
  };
}

function problemOf(error: Error | null): string | undefined {
  if (error === null || (error instanceof DOMException && error.name === "AbortError")) return undefined;
  return sentenceOf(error);
}
