import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Call } from "../../contract/call/call.ts";
import { problem } from "../../contract/call/fields.ts";
import type { Answer } from "../world/site.ts";
import type { Built } from "./cases/request.ts";

/** What an answer that was judged came to. */
export interface Judged {
  /** What is wrong with it, a sentence each. */
  wrong: string[];
  /** Names under which the answer says what to do; null: it is no rejection. */
  named: string[] | null;
  code: string | null;
}

const problemFields = new Set(["type", "title", "status", "code", "detail", "request_id", "last_page"]);
/** At least two words; those of forms have no full stop. */
const SENTENCE = /^\S+\s.*\S$/s;
const sentences = z.array(z.string().regex(SENTENCE)).min(1);
/** What only the inside of a server says. */
const inside =
  /\bat [\w.<>]+ \(|node_modules|node:internal|\.ts:\d+|violates|duplicate key|syntax error at|relation "|column "|\bpg_\w+|select .+ from|insert into|ECONN|TypeError|ZodError|undefined|\[object |\bNaN\b|\/work\/|\/home\/|\/usr\//i;

/** Holds an answer against the contract. */
export function judge(call: Call, { request }: Pick<Built, "request">, answer: Answer): Judged {
  const wrong: string[] = [];
  const leaked = inside.exec(answer.status >= 300 ? answer.text : "")?.[0];
  const requestText = `${decodeURIComponent(request.url.replaceAll("+", " ").replaceAll(/%(?![0-9a-f]{2})/gi, "%25"))} ${request.body ?? ""}`;
  if (leaked !== undefined && !requestText.toLowerCase().includes(leaked.toLowerCase()))
    wrong.push(`it tells ${leaked}`);
  if (answer.status >= 500) return { wrong: [...wrong, "a fault of the server"], named: null, code: null };
  if (answer.status < 400) return { wrong: [...wrong, ...wrongSuccess(call, answer)], named: null, code: null };
  if (answer.headers["content-type"]?.startsWith("application/problem+json") !== true) wrong.push("no problem+json");
  const read = problem.safeParse(jsonOf(answer.text));
  if (!read.success) return { wrong: [...wrong, "a problem without its fields"], named: [], code: null };
  const { code, detail, status, title } = read.data;
  if (status !== answer.status) wrong.push(`the status ${status} in the body`);
  if (title === "" || !SENTENCE.test(detail)) wrong.push(`no sentence: ${detail}`);
  // As it came: zod leaves out a field that is called __proto__.
  const fields = Object.entries(Object(jsonOf(answer.text))).filter(([name]) => !problemFields.has(name));
  for (const [name, value] of fields) {
    if (!sentences.safeParse(value).success) wrong.push(`no sentences under ${name}`);
  }
  // A field that is called as one of the problem's own is named in the sentence.
  const inSentence = [...problemFields].filter((name) => new RegExp(`\\b${name}\\b`).test(detail));
  const named = [...fields.map(([name]) => name), ...inSentence];
  if ((code === "invalid_fields" || code === "invalid_request") && named.length === 0) wrong.push("no field is named");
  return { wrong, named, code };
}

function wrongSuccess(call: Call, answer: Answer): string[] {
  const status: number = call.status ?? 200;
  if (answer.status !== status) return [`${answer.status}, not ${status}`];
  if (call.media !== undefined) return [];
  if (answer.headers["content-type"]?.startsWith("application/json") !== true) return ["no JSON"];
  const body = jsonOf(answer.text);
  const read = call.response.safeParse(body);
  if (!read.success) return [`not what the contract says: ${z.prettifyError(read.error)}`];
  // Parsing leaves out what the contract does not have.
  return isDeepStrictEqual(read.data, body) ? [] : ["it has more fields than the contract"];
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
