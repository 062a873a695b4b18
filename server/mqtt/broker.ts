import { once } from "node:events";
import { createServer as createPlainServer, type Server, type Socket } from "node:net";
import { Duplex, pipeline } from "node:stream";
import { createServer as createTlsServer } from "node:tls";
import { Aedes, type Client, type PublishPacket } from "aedes";
import { isSignedIn, revokedOf, type Session, signIn, tokenIdOf } from "./broker-session.ts";
import { limitPackets } from "./packet-limit.ts";
import { takeMessage } from "./take-message.ts";
import { keepFailed, type TakeDeps } from "./take-published.ts";
import { readTopic } from "./topics.ts";

export interface BrokerSettings {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Certificate and key as PEM; null: plain MQTT. */
  tls: { cert: Buffer; key: Buffer } | null;
}

export interface Broker {
  port: number;
  stop(): Promise<void>;
}

/** How often tokens of connected gateways are checked: a revoked one ends its connections within a second. */
const REVOKED_MS = 500;
const MOST_PACKET_BYTES = 2 * 1024 * 1024;
const MOST_CONNECTIONS = 5000;
/** MQTT 3.1.1 §3.2.2.3. */
const SERVER_UNAVAILABLE = 3;

/**
 * A built-in broker. A gateway signs in with its token as the password and may publish on its own two
 * topics; a message is acknowledged after it is stored. There is nothing to subscribe to, nothing is retained, and no
 * session, will or queue outlives its connection, so that what clients send cannot pile up here.
 */
export async function startBroker(settings: BrokerSettings, deps: TakeDeps): Promise<Broker> {
  const { connections, log } = deps;
  const sessions = new Map<Client, Session>();
  const broker = await Aedes.createBroker({
    connectTimeout: 10_000,
    maxClientsIdLength: 300,
    maxInflightInbound: 100,
    preConnect: (_client, packet, done) => {
      // A client's name ends an older connection of the same name: nobody may end another gateway's, so the name is
      // one within its token.
      packet.clientId = `${tokenIdOf(packet.password?.toString() ?? "")} ${packet.clientId}`;
      packet.clean = true;
      delete packet.will;
      done(null, true);
    },
    authenticate: (client, _username, password, done) => {
      signIn(connections, password?.toString() ?? "").then(
        (session) => {
          if (session !== null) sessions.set(client, session);
          done(null, session !== null);
        },
        (error) => done(Object.assign(error, { returnCode: SERVER_UNAVAILABLE }), null),
      );
    },
    authorizePublish: (client, packet, done) => {
      // Without a client it is the broker's own.
      if (client === null) return done();
      publish(client, packet).then(() => done(), done);
    },
    authorizeSubscribe: (_client, _subscription, done) => done(null, null),
  });
  broker.on("clientDisconnect", (client) => sessions.delete(client));
  broker.on("clientError", (client, err) => {
    sessions.delete(client);
    // So ends the stream of every connection that is closed on purpose, also after a client's goodbye.
    if (err.name === "AbortError") return;
    log.warn({ err }, "A connection to the MQTT broker was ended");
  });

  async function publish(client: Client, packet: PublishPacket): Promise<void> {
    const session = sessions.get(client);
    if (session === undefined || !(await isSignedIn(connections, session))) throw new Error("The token is not valid.");
    const { gateway, serial } = session;
    const topic = readTopic(packet.topic);
    if (topic === null || topic.propertyId !== gateway.propertyId || topic.gateway !== serial) {
      throw new Error(`Gateway ${serial} may not publish on "${packet.topic}".`);
    }
    const payload = typeof packet.payload === "string" ? Buffer.from(packet.payload) : packet.payload;
    const content = { kind: topic.kind, payload };
    const say = (what: string) => log.warn({ err: undefined }, `${packet.topic}: ${what}`);
    await takeMessage(connections, gateway, { ...content, isRetained: false }, deps.clock, say).catch(
      (error: unknown) => keepFailed(deps, { ...content, name: packet.topic, propertyId: topic.propertyId }, error),
    );
    // It is stored: nothing of it is forwarded or kept here.
    packet.payload = Buffer.alloc(0);
    packet.retain = false;
  }

  const server = await listen(settings, (socket) => broker.handle(limited(socket)));
  const watch = setInterval(() => {
    revokedOf(connections, [...new Set([...sessions.values()].map((session) => session.tokenId))]).then(
      (revoked) => {
        for (const [client, session] of sessions) if (revoked.has(session.tokenId)) client.close();
      },
      // The database is unavailable; every message is checked by itself.
      () => {},
    );
  }, REVOKED_MS);
  const address = server.address();
  return {
    port: address !== null && typeof address === "object" ? address.port : settings.port,
    stop: async () => {
      clearInterval(watch);
      const closed = once(server, "close");
      server.close();
      await new Promise<void>((done) => broker.close(done));
      await closed;
    },
  };
}

async function listen({ host, port, tls }: BrokerSettings, take: (socket: Socket) => void): Promise<Server> {
  const server = tls === null ? createPlainServer(take) : createTlsServer({ ...tls, minVersion: "TLSv1.2" }, take);
  server.maxConnections = MOST_CONNECTIONS;
  server.on("connection", (socket: Socket) => socket.setKeepAlive(true, 60_000));
  server.listen(port, host);
  await once(server, "listening");
  return server;
}

/** The connection with a limit on what a packet may hold; an error at either end closes both. */
function limited(socket: Socket): Duplex {
  const incoming = limitPackets(MOST_PACKET_BYTES);
  pipeline(socket, incoming, () => {});
  return Duplex.from({ readable: incoming, writable: socket });
}
