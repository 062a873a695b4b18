import type { z } from "zod";
import { besideServer } from "../../bench/run/private-database.ts";
import { importCalls } from "../../contract/imports.ts";
import { fromOwnPage } from "../../server/http/testing/own-page.ts";
import { makeAdmin, signIn } from "./admin.ts";

const importRow = importCalls["POST /v1/properties/{property_id}/imports"].response;

/** Somebody signed in at an installation, by their cookie. */
export interface Person {
  /** Asks; any answer is fine. */
  ask(method: string, path: string, body?: object): Promise<{ status: number; text: string }>;
  /** Uploads a file of readings and waits until it is worked in. */
  upload(propertyId: number, file: string): Promise<z.infer<typeof importRow>>;
}

/** The first administrator of an installation, made and signed in. */
export async function firstAdmin(folder: string, url: string): Promise<Person> {
  return personOf(url, await signIn(url, await besideServer(folder, makeAdmin)));
}

/** Whoever a cookie belongs to. */
export function personOf(url: string, cookie: string): Person {
  const ask: Person["ask"] = async (method, path, body) => {
    const headers = fromOwnPage({ cookie, ...(body === undefined ? {} : { "content-type": "application/json" }) });
    const got = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: got.status, text: await got.text() };
  };
  return {
    ask,
    upload: async (propertyId, file) => {
      const imports = `/v1/properties/${propertyId}/imports`;
      const headers = fromOwnPage({ cookie, "content-type": "text/csv" });
      const sent = await fetch(`${url}${imports}?name=readings.csv`, { method: "POST", headers, body: file });
      const text = await sent.text();
      if (sent.status !== 202) throw new Error(`An upload was answered with ${sent.status}: ${text.slice(0, 300)}`);
      const { id } = importRow.parse(JSON.parse(text));
      for (;;) {
        const row = importRow.parse(JSON.parse((await ask("GET", `${imports}/${id}`)).text));
        if (row.state === "done") return row;
        if (row.state !== "waiting" && row.state !== "running") {
          throw new Error(`An import ended as ${row.state}: ${row.error ?? ""}`);
        }
        await new Promise((go) => setTimeout(go, 20));
      }
    },
  };
}
