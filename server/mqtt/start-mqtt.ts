import { readFile } from "node:fs/promises";
import { type Broker, startBroker } from "./broker.ts";
import { type MqttSettings, startMqttClient } from "./mqtt-client.ts";
import { type TakeDeps, takePublished } from "./take-published.ts";

export interface MqttConfig {
  /** An external broker to receive readings from; null: none. */
  client: MqttSettings | null;
  /** Our own; null: disabled. The files hold PEM. */
  broker: { port: number; tls: { certFile: string; keyFile: string } | null } | null;
}

/**
 * Starts the MQTT client and broker that are configured.
 * @throws Error when the own broker's port is taken or its certificate cannot be read
 */
export async function startMqtt(config: MqttConfig, host: string, deps: TakeDeps): Promise<{ stop(): Promise<void> }> {
  let broker: Broker | null = null;
  if (config.broker !== null) {
    const { port, tls } = config.broker;
    const files = tls === null ? null : { cert: await readFile(tls.certFile), key: await readFile(tls.keyFile) };
    broker = await startBroker({ host, port, tls: files }, deps);
    deps.log.info(`MQTT broker listens on port ${broker.port}`);
  }
  const client = config.client === null ? null : startMqttClient(config.client, takePublished(deps), deps.log);
  return {
    stop: async () => {
      await client?.stop();
      await broker?.stop();
    },
  };
}
