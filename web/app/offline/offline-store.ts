import { type DBSchema, openDB } from "idb";
import type { Me } from "../../../contract/accounts/session.ts";
import type { SentCaseEvent, WholeCase } from "../../../contract/leaks/cases.ts";
import { keepOffline } from "./keeps-offline.ts";

/** What a person reports about a case. */
export interface Report {
  event: SentCaseEvent;
  photos: readonly Blob[];
  /** Idempotency-Key of the event; photos have it with their number. */
  key: string;
  /** The organization in which it was reported; null: the server's default. */
  organization: number | null;
}

/** The same until the server has it. */
export interface QueuedReport extends Report {
  /** The place in the queue; given when it is added. */
  position?: number;
  /** Who reported it; undefined: an earlier release stored it, with the e-mail address alone. */
  userId?: number;
  email: string;
  caseId: number;
  /** What the case is called, such as "Maple Court, North, 204: Toilet Leak". */
  title: string;
  /** Milliseconds since 1970 by the phone's clock. */
  reportedAt: number;
  /** Why the server rejected it; null: it has not. */
  rejection: Rejection | null;
}

export interface Rejection {
  detail: string;
  /** The server's stable code, and the fields that it names. */
  code: string;
  fields: readonly string[];
}

/** The cases of a person as they were last read. */
export interface SavedCases {
  readAt: number;
  /** How many there are; the first of them are kept. */
  count: number;
  cases: readonly WholeCase[];
}

interface Stores extends DBSchema {
  /** By e-mail address. */
  cases: { key: string; value: SavedCases };
  reports: { key: number; value: QueuedReport };
  /** Who was signed in last, under the key "me". */
  people: { key: string; value: Me };
}

/** The database of this browser for work without a network. Opened by each use: no other tab has to wait for it. */
async function withStores<T>(work: (stores: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
  const stores = await open();
  try {
    return await work(stores);
  } finally {
    stores.close();
  }
}

function open() {
  return openDB<Stores>("dripline-offline", 1, {
    upgrade: (stores) => {
      stores.createObjectStore("cases");
      stores.createObjectStore("reports", { keyPath: "position", autoIncrement: true });
      stores.createObjectStore("people");
    },
  });
}

export const readCases = (email: string) => withStores((stores) => stores.get("cases", email));
export function saveCases(email: string, saved: SavedCases) {
  keepOffline(true);
  return withStores((stores) => stores.put("cases", saved, email));
}

/** Who was signed in when cases were last saved; undefined: nobody, or they signed out. */
export const readMe = () => withStores((stores) => stores.get("people", "me"));
export const saveMe = (me: Me) => withStores((stores) => stores.put("people", me, "me"));

/** Deletes what was read for somebody else. */
export async function forgetOthers({ id }: Me): Promise<void> {
  const saved = await readMe();
  if (saved !== undefined && saved.id !== id) await forgetOffline();
}

/** Deletes what was read, as somebody signs out. Reports that were not sent stay until the same person signs in again. */
export async function forgetOffline(): Promise<void> {
  await withStores(async (stores) => {
    await stores.clear("cases");
    await stores.clear("people");
  });
  keepOffline(false);
}

export const addReport = (report: QueuedReport) => withStores((stores) => stores.add("reports", report));
export const changeReport = (report: QueuedReport) => withStores((stores) => stores.put("reports", report));
export const deleteReport = (position: number) => withStores((stores) => stores.delete("reports", position));
/** A person's reports in the order in which they were made. */
export async function readReports({ id, email }: Pick<Me, "id" | "email">): Promise<QueuedReport[]> {
  const all = await withStores((stores) => stores.getAll("reports"));
  return all.filter((report) => (report.userId === undefined ? report.email === email : report.userId === id));
}
