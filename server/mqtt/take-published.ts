import { type Connections, inScope } from "../database/connect.ts";
import { codeOf } from "../database/error-code.ts";
import { inventoryOf } from "../metering/inventory/inventory.ts";
import type { Clock } from "../time/clock.ts";
import type { Log, Take } from "./mqtt-client.ts";
import { type Content, gatewayNamed, keepMessage, takeMessage } from "./take-message.ts";
import { readTopic } from "./topics.ts";

export interface TakeDeps {
  connections: Connections;
  clock: Clock;
  log: Log;
  /** Whether an error means that the database is unavailable. */
  isDatabaseDown: (error: Error) => boolean;
}

/** A message on a topic of a property. */
interface Published extends Content {
  name: string;
  propertyId: number;
}

/**
 * Processes messages of an external broker, which has checked who may publish on which topic. A message that can never
 * be stored (no topic of ours, no such property) is logged and dropped; readings of a gateway that is not in the
 * inventory, and those of a message that fails for an unknown reason, are kept as rejected rows. Only an unavailable
 * database makes it reject, so that one message never holds up all others.
 */
export function takePublished(deps: TakeDeps): Take {
  const { connections, clock, log } = deps;
  return async (name, payload, isRetained) => {
    const say = (what: string) => log.warn({ err: undefined }, `${name}: ${what}`);
    const topic = readTopic(name);
    if (topic === null) return say("This topic names no gateway; the message was dropped.");
    const published = { name, propertyId: topic.propertyId, kind: topic.kind, payload };
    try {
      const gateway = await gatewayNamed(connections, topic);
      if (gateway !== null) {
        await takeMessage(connections, gateway, { ...published, isRetained }, clock, say);
      } else if (await isProperty(connections, topic.propertyId)) {
        const reason = `No gateway "${topic.gateway}" is known at this property. Add it to the inventory.`;
        await keep(connections, published, { code: "unknown_gateway", reason });
      } else {
        say("There is no such property; the message was dropped.");
      }
    } catch (error) {
      await keepFailed(deps, published, error);
    }
  };
}

/**
 * Keeps a message that failed for an unknown reason as rejected rows, so that it can be acknowledged. One whose data
 * the database never takes is logged and dropped.
 * @throws the error of a database that is unavailable: the message is to be sent again
 */
export async function keepFailed(
  { connections, log, isDatabaseDown }: TakeDeps,
  published: Published,
  error: unknown,
): Promise<void> {
  if (!(error instanceof Error) || isDatabaseDown(error)) throw error;
  log.warn({ err: error }, `${published.name}: a message failed for an unknown reason and is kept as rejected`);
  const reason = "It could not be stored for an unknown reason. Please report this, then send it again.";
  try {
    await keep(connections, published, { code: "failed", reason });
  } catch (err) {
    if (!isForGood(err)) throw err;
    log.warn({ err }, `${published.name}: the message could not be kept and was dropped`);
  }
}

/** Whether Postgres rejects the data themselves, or their property is gone: then it does so each time. */
function isForGood(error: unknown): boolean {
  return /^2[23]/.test(codeOf(error));
}

function keep(connections: Connections, published: Published, why: { code: string; reason: string }): Promise<void> {
  const { name, propertyId } = published;
  return keepMessage(connections, { propertyId, source: `topic ${name}` }, published, why);
}

async function isProperty(connections: Connections, propertyId: number): Promise<boolean> {
  const scope = { organizationIds: [], propertyIds: [propertyId] };
  return inScope(connections.app, scope, async (tx) => (await inventoryOf(tx, propertyId)) !== null);
}
