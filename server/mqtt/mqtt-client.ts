import mqtt, { type IPublishPacket } from "mqtt";
import { filters } from "./topics.ts";

export interface MqttSettings {
  /** mqtt://, mqtts://, ws:// or wss://, with user and password in it where they are not given below. */
  url: string;
  username: string | undefined;
  password: string | undefined;
  /** The broker queues messages under this id while we are disconnected: each server needs its own. */
  clientId: string;
  /** Name of a group of servers that share the messages; undefined: this server gets all. */
  share: string | undefined;
}

/**
 * Processes one message. Resolves when it is durable; rejects when it must be delivered again.
 * @param isRetained whether the broker kept it from before we subscribed: nobody knows when it was sent
 */
export type Take = (topic: string, payload: Buffer, isRetained: boolean) => Promise<void>;

export interface Log {
  info(what: string): void;
  warn(details: { err: unknown }, what: string): void;
}

/** Messages processed at the same time; the broker's own window is usually smaller. */
const AT_ONCE = 8;
const RECONNECT_MS = 1000;

/**
 * Keeps a session at a broker and processes what gateways publish there, QoS 1. A message is acknowledged after `take`
 * has resolved and not before. When it rejects, nothing further is acknowledged on that connection: the client
 * reconnects, and the broker delivers again what was open.
 */
export function startMqttClient(settings: MqttSettings, take: Take, log: Log): { stop(): Promise<void> } {
  const client = mqtt.connect(settings.url, {
    ...(settings.username === undefined ? {} : { username: settings.username }),
    ...(settings.password === undefined ? {} : { password: settings.password }),
    clientId: settings.clientId,
    clean: false,
    protocolVersion: 4,
    resubscribe: false,
    reconnectPeriod: RECONNECT_MS,
    // A broker that rejects the connection now, because it is starting or its users are being changed, may not later.
    reconnectOnConnackError: true,
    connectTimeout: 10_000,
    keepalive: 30,
  });
  const prefix = settings.share === undefined ? "" : `$share/${settings.share}/`;
  let isStopping = false;
  const running = new Set<Promise<void>>();
  const waiting: (() => void)[] = [];

  // The library goes on to the next packet on its callback, and acknowledges the packet unless it gets an error. So it
  // always gets one, and the acknowledgement is sent from here, in whatever order the messages are stored.
  client.handleMessage = (packet, next) => {
    const { stream } = client;
    const goOn = () => next(packet.qos === 0 ? undefined : new Error("It is acknowledged when it is safe."));
    const one = work(packet, stream).finally(() => {
      running.delete(one);
      waiting.shift()?.();
    });
    running.add(one);
    if (running.size < AT_ONCE) goOn();
    else waiting.push(goOn);
  };

  async function work(packet: IPublishPacket, stream: typeof client.stream): Promise<void> {
    const { payload } = packet;
    try {
      await take(packet.topic, typeof payload === "string" ? Buffer.from(payload) : payload, packet.retain);
      // Packet ids are valid for one connection only.
      if (packet.messageId !== undefined && packet.qos === 1 && stream === client.stream && !stream.destroyed) {
        stream.write(pubAck(packet.messageId));
      }
    } catch (err) {
      if (!isStopping) log.warn({ err }, "A message could not be stored; the broker is asked to deliver it again");
      stream.destroy();
    }
  }

  client.on("connect", () => {
    const topics = Object.fromEntries(filters.map((filter) => [prefix + filter, { qos: 1 as const }]));
    const done = (err?: Error | null) => {
      if (err) log.warn({ err }, "The broker rejected the subscription");
      else log.info("Connected to the MQTT broker");
    };
    client.subscribe(topics, (err) => {
      // A session from before the group was joined would go on getting every message besides its share.
      if (err || prefix === "") done(err);
      else client.unsubscribe([...filters], done);
    });
  });
  client.on("error", (err) => log.warn({ err }, "The MQTT broker cannot be used; it is tried again"));
  return {
    stop: async () => {
      isStopping = true;
      await Promise.all(running);
      await client.endAsync(true);
    },
  };
}

/** MQTT 3.1.1 §3.4: the acknowledgement of a message of QoS 1. */
function pubAck(messageId: number): Buffer {
  return Buffer.from([0x40, 0x02, messageId >> 8, messageId & 0xff]);
}
