import { Agent, request } from "node:http";
import { z } from "zod";
import { benchProperty } from "./bench-property.ts";
import { type Body, bodiesOf } from "./bodies.ts";
import type { FromSender, SendPlan, Sent, ToSender } from "./sending.ts";

/** The process that sends: apart from the measuring one, so that neither waits for the other. */

const counts = z.object({
  received: z.number(),
  stored: z.number(),
  duplicate: z.number(),
  rejected: z.number(),
});

interface Prepared {
  plan: SendPlan;
  bodies: Body[][];
}

let prepared: Prepared | null = null;

process.on("message", async (message: ToSender) => {
  try {
    if (message.kind === "prepare") {
      const { senders, metersPerProperty, firstDay, days } = message.plan;
      const bodies = senders.map(({ property }) =>
        bodiesOf(benchProperty(property, metersPerProperty), firstDay, days),
      );
      prepared = { plan: message.plan, bodies };
      reply({ kind: "ready" });
    } else if (prepared !== null) {
      reply({ kind: "sent", sent: await sendAll(prepared) });
    }
  } catch (error) {
    reply({ kind: "failed", reason: String(error) });
  }
});

function reply(message: FromSender) {
  process.send?.(message);
}

/** All senders at once, each one batch after the other over one connection that stays open. */
async function sendAll({ plan, bodies }: Prepared): Promise<Sent> {
  const sent: Sent = {
    seconds: 0,
    batchMs: [],
    received: 0,
    stored: 0,
    duplicate: 0,
    rejected: 0,
    gallons: 0,
    ranOut: false,
  };
  const began = performance.now();
  const isOver = () => performance.now() - began > plan.seconds * 1000;
  await Promise.all(
    plan.senders.map(async ({ token }, i) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      let isDone = false;
      for (const body of bodies[i]) {
        isDone = isOver();
        if (isDone) break;
        const start = performance.now();
        const answer = await post(agent, plan.url, token, body.json);
        sent.batchMs.push(performance.now() - start);
        sent.received += answer.received;
        sent.stored += answer.stored;
        sent.duplicate += answer.duplicate;
        sent.rejected += answer.rejected;
        sent.gallons += body.gallons;
      }
      if (!isDone) sent.ranOut = true;
      agent.destroy();
    }),
  );
  sent.seconds = (performance.now() - began) / 1000;
  return sent;
}

function post(agent: Agent, url: string, token: string, json: Buffer): Promise<z.infer<typeof counts>> {
  return new Promise((done, fail) => {
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": json.length,
    };
    const call = request(`${url}/v1/ingest/readings`, { method: "POST", agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", fail);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) done(counts.parse(JSON.parse(text)));
        else fail(new Error(`A batch was answered with ${response.statusCode}: ${text.slice(0, 500)}`));
      });
    });
    call.on("error", fail);
    call.end(json);
  });
}
