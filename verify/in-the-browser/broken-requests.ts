import { connect } from "node:net";
import type { Site } from "../world/site.ts";

/** Requests that no call of the contract ever sees, as bytes. */
const requests: readonly string[] = [
  "no HTTP at all\r\n\r\n",
  "GET / HTTP/1.1\r\nbroken header\r\n\r\n",
  `GET /v1/me HTTP/1.1\r\nhost: x\r\nx-long: ${"x".repeat(200_000)}\r\n\r\n`,
  "POST /v1/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\ncontent-length: 20\r\n\r\n{}",
  "BREW /v1/me HTTP/1.1\r\nhost: x\r\n\r\n",
];

const needed = ["content-security-policy:", "x-content-type-options: nosniff", "referrer-policy:", "no-store"];

/** The answers to what is no HTTP have the headers, too: a sentence for each that lacks some. */
export async function tryBrokenRequests({ url }: Site): Promise<{ count: number; wrong: string[] }> {
  const wrong: string[] = [];
  for (const request of requests) {
    const answer = (await answerTo(new URL(url), request)).toLowerCase();
    const missing = [...needed, "strict-transport-security:"].filter((text) => !answer.includes(text));
    if (missing.length > 0) wrong.push(`${request.slice(0, 40)}…: ${answer.split("\r\n")[0]} without ${missing}`);
  }
  return { count: requests.length, wrong };
}

async function answerTo({ hostname, port }: URL, request: string): Promise<string> {
  const socket = connect(Number(port), hostname);
  socket.write(request);
  let answer = "";
  try {
    for await (const piece of socket.setEncoding("utf8")) answer += piece;
  } catch (error) {
    // Cut off in the middle of what it sends: what was answered before counts.
    if (answer === "") throw error;
  }
  return answer;
}
