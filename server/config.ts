import { join } from "node:path";
import { z } from "zod";
import type { SessionLife } from "./accounts/sessions/session-life.ts";
import { type SingleSignOnSettings, singleSignOnOf, singleSignOnShape } from "./accounts/single-sign-on/settings.ts";
import type { StandbySettings } from "./database/standby.ts";
import { REPORTS_AT_ONCE } from "./http/reports/report-queue.ts";
import type { MailConfig } from "./mail/mailer.ts";
import { type MetricsSettings, metricsOf, type TraceSettings, tracesOf, watchingShape } from "./metrics/settings.ts";
import type { MqttConfig } from "./mqtt/start-mqtt.ts";
import { isAddressRange } from "./network/address-ranges.ts";
import { type SmsSettings, smsOf, smsShape } from "./outgoing/sms-settings.ts";
import { isVaried } from "./own-secret.ts";
import { wrongValue } from "./problem/wrong-value.ts";
import type { Retention } from "./retention/limits.ts";

const port = z.coerce.number().int().min(0).max(65_535);
const addressesOf = (name: string) =>
  z
    .string()
    .transform((text) => text.split(",").map((part) => part.trim()))
    .refine((parts) => parts.every(isAddressRange), {
      error: `${name} must be addresses or ranges of them, such as 10.0.0.5, 10.1.0.0/16.`,
    })
    .optional();
const onOff = z.enum(["on", "off"]).transform((value) => value === "on");

/** Every setting of the server, read once from the environment. The descriptions are the documentation. */
const settings = z.object({
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "DATABASE_URL must be an address such as postgres://user:password@db.example.com:5432/dripline.",
    })
    .optional()
    .describe("A Postgres of your own, 15 or newer. Without it the server runs a private one in DATA_DIR."),
  DATA_DIR: z
    .string()
    .min(1)
    .default("data")
    .describe(
      "Folder of the private Postgres, the session secret and uploaded files, and of mails and archives without another place. Default: data.",
    ),
  HOST: z.string().min(1).default("127.0.0.1").describe("Address to listen on. Default: 127.0.0.1."),
  PORT: port.default(4000).describe("Port to listen on; 0 takes a free one. Default: 4000."),
  BASE_URL: z
    .url("BASE_URL must be an address such as https://water.example.com.")
    .optional()
    .describe("The address that people open, for links and cookies. Default: http://localhost:PORT."),
  SESSION_SECRET: z
    .string()
    .min(32, {
      error: "SESSION_SECRET needs at least 32 characters; make one with: openssl rand -hex 32.",
      abort: true,
    })
    .refine(isVaried, "SESSION_SECRET is easy to guess; make a random one with: openssl rand -hex 32.")
    .optional()
    .describe(
      "Signs session cookies and encrypts second factors: after a change all users sign in again, with a recovery code. Required with DATABASE_URL: random, 32 characters or more. Otherwise one is created in DATA_DIR.",
    ),
  SESSION_IDLE_MINUTES: z.coerce
    .number()
    .int()
    .min(5)
    .max(1440)
    .default(60)
    .describe("Minutes without a request after which a session ends, 5 to 1440. Default: 60."),
  SESSION_HOURS: z.coerce
    .number()
    .int()
    .min(1)
    .max(720)
    .default(12)
    .describe("Hours after signing in at which a session ends in any case, 1 to 720. Default: 12."),
  TRUSTED_PROXIES: addressesOf("TRUSTED_PROXIES").describe(
    "Addresses, or ranges such as 10.1.0.0/16, of the proxies in front of the server, separated by commas. X-Forwarded-For counts only from these; sign-in attempts are throttled by the address in it, without the port. Default: none.",
  ),
  DEMO: onOff
    .optional()
    .describe(
      "on or off: load the demo portfolio into an empty database and keep adding readings to it. Default: on without DATABASE_URL.",
    ),
  MQTT_URL: z
    .url({
      protocol: /^(mqtts?|wss?)$/,
      error: "MQTT_URL must be an address such as mqtts://user:password@broker.example.com.",
    })
    .optional()
    .describe("A broker from which to take readings, such as mqtts://user:password@broker.example.com. Default: none."),
  MQTT_USERNAME: z.string().min(1).optional().describe("The broker's user, if not in MQTT_URL."),
  MQTT_PASSWORD: z.string().min(1).optional().describe("The broker's password, if not in MQTT_URL."),
  MQTT_CLIENT_ID: z
    .string()
    .min(1)
    .max(200)
    .default("dripline")
    .describe(
      "Client id under which the broker keeps messages while the server is down; each server needs its own. Default: dripline.",
    ),
  MQTT_SHARE: z
    .string()
    .regex(/^[^/+#]+$/, "MQTT_SHARE is a name without /, + and #.")
    .optional()
    .describe("Name of a group of servers that share the messages ($share). Default: this server gets all."),
  MQTT_BROKER_PORT: port.optional().describe("Port of the built-in broker; 0 takes a free one. Default: off."),
  MQTT_BROKER_TLS_CERT: z
    .string()
    .min(1)
    .optional()
    .describe("File with the built-in broker's certificate (PEM); needs MQTT_BROKER_TLS_KEY. Default: no encryption."),
  MQTT_BROKER_TLS_KEY: z.string().min(1).optional().describe("File with the certificate's key (PEM)."),
  STAFF_SECOND_FACTOR: z
    .enum(["required", "optional"])
    .default("optional")
    .describe(
      "required or optional: whether staff need a second factor to see more than their own account. Default: optional.",
    ),
  ...singleSignOnShape,
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: "SMTP_URL must be an address such as smtps://user:password@mail.example.com.",
    })
    .optional()
    .describe(
      "The mail server for invitations and forgotten passwords, such as smtps://user:password@mail.example.com. Without it mails become files in the folder mail of DATA_DIR, and inviters are shown the link.",
    ),
  SMTP_ALLOW_PLAINTEXT: onOff
    .default(false)
    .describe(
      "on or off: whether mails, and the password in SMTP_URL, may go unencrypted to a mail server on another machine that offers no TLS. Anybody on the network can then read them, and use their links. Default: off.",
    ),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/, {
      error: "MAIL_FROM must be an e-mail address, or a name with one: Dripline <water@example.com>.",
    })
    .optional()
    .describe("The sender of mails, such as Dripline <water@example.com>. Needed with SMTP_URL."),
  OUTGOING_ALLOW: addressesOf("OUTGOING_ALLOW").describe(
    "Addresses inside of your own networks, or ranges such as 10.1.0.0/16, separated by commas, to which messages may be sent nevertheless, also by http://. Whoever may enter the address of a webhook can then reach them. Default: none.",
  ),
  ...smsShape,
  UPLOAD_LIMIT_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(100)
    .describe("Maximum size of an uploaded file in megabytes. Default: 100."),
  READ_DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "READ_DATABASE_URL must be an address such as postgres://standby:5432/dripline.",
    })
    .optional()
    .describe(
      "A streaming standby of DATABASE_URL, with the same login, from which reports are read. Default: reports are read from DATABASE_URL.",
    ),
  READ_MAX_LAG_SECONDS: z.coerce
    .number()
    .int()
    .min(2)
    .max(600)
    .default(30)
    .describe(
      "Maximum replication lag of the standby in seconds, 2 to 600; beyond it reports are read from DATABASE_URL. Default: 30.",
    ),
  REPORTS_AT_ONCE: z.coerce
    .number()
    .int()
    .min(1)
    .max(10)
    .default(REPORTS_AT_ONCE)
    .describe(
      "Reports that run at the same time, 1 to 10; others are queued. Default: two for each processor of this machine, 4 to 10. With a database on a machine of its own, set two for each processor of that machine.",
    ),
  WATCH_FOLDER: z
    .string()
    .min(1)
    .optional()
    .describe("A folder with a subfolder for each property, from which files of readings are imported. Default: none."),
  RETAIN_HOURS_MONTHS: z.coerce
    .number()
    .int()
    .min(3)
    .max(1200)
    .optional()
    .describe("Months after which hours are archived and dropped, 3 or more; days keep their totals. Default: never."),
  RETAIN_DAYS_MONTHS: z.coerce
    .number()
    .int()
    .min(6)
    .max(1200)
    .optional()
    .describe("Months after which days of meters and units are dropped too, 6 or more. Default: never."),
  ARCHIVE_DIR: z.string().min(1).optional().describe("Folder of the archives. Default: archive in DATA_DIR."),
  ...watchingShape,
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"])
    .default("info")
    .describe("trace, debug, info, warn, error or silent. Default: info."),
  LOG_TO_TERMINAL: onOff
    .default(false)
    .describe(
      "on or off: log to the terminal in which the server was started, instead of log/dripline.log in DATA_DIR. Without a terminal the log always goes to standard output. Default: off.",
    ),
});

export interface Config {
  databaseUrl: string | undefined;
  dataDir: string;
  host: string;
  port: number;
  baseUrl: string | undefined;
  sessionSecret: string | undefined;
  sessionLife: SessionLife;
  /** Addresses and ranges whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  demo: boolean;
  uploadLimitMb: number;
  reportsAtOnce: number;
  /** null: reports are read from the database itself. */
  standby: StandbySettings | null;
  watchFolder: string | undefined;
  retention: Retention;
  archiveDir: string;
  mqtt: MqttConfig;
  staffNeedSecondFactor: boolean;
  /** null: nobody signs in elsewhere. */
  singleSignOn: SingleSignOnSettings | null;
  /** null: mails become files in mailDir. */
  mail: MailConfig | null;
  mailDir: string;
  /** Addresses and ranges inside of own networks to which requests may be sent nevertheless. */
  outgoing: {
    allow: readonly string[];
    /** null: no text messages. */
    sms: SmsSettings | null;
  };
  /** null: not wanted. */
  metrics: MetricsSettings | null;
  /** null: not wanted. */
  traces: TraceSettings | null;
  logLevel: "trace" | "debug" | "info" | "warn" | "error" | "silent";
  /** Whether the log appears where the server was started, also when that is a terminal. */
  logToTerminal: boolean;
  /** Where it goes else. */
  logFile: string;
}

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

/**
 * The settings from the environment. An empty one counts as not set: that is how files of settings leave one out.
 * @throws Error that names every setting that is wrong and what it takes.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const set = Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ""));
  const read = settings.safeParse(set, { error: wrongValue(set, "The environment") });
  if (!read.success) {
    const lines = read.error.issues.map(({ message }) => `  ${message}`);
    throw new Error(`These settings do not work:\n${lines.join("\n")}`);
  }
  const value = read.data;
  if (value.DATABASE_URL !== undefined && value.SESSION_SECRET === undefined) {
    throw new Error(
      "DATABASE_URL is set, so SESSION_SECRET must be too: 32 characters or more (openssl rand -hex 32).",
    );
  }
  return {
    databaseUrl: value.DATABASE_URL,
    dataDir: value.DATA_DIR,
    host: value.HOST,
    port: value.PORT,
    baseUrl: value.BASE_URL,
    sessionSecret: value.SESSION_SECRET,
    sessionLife: { idleMs: value.SESSION_IDLE_MINUTES * 60_000, absoluteMs: value.SESSION_HOURS * 60 * 60_000 },
    trustedProxies: value.TRUSTED_PROXIES ?? [],
    demo: value.DEMO ?? value.DATABASE_URL === undefined,
    mqtt: mqttOf(value),
    staffNeedSecondFactor: value.STAFF_SECOND_FACTOR === "required",
    singleSignOn: singleSignOnOf(value, value.BASE_URL),
    mail: mailOf(value),
    mailDir: join(value.DATA_DIR, "mail"),
    outgoing: { allow: value.OUTGOING_ALLOW ?? [], sms: smsOf(value) },
    metrics: metricsOf(value),
    traces: tracesOf(value),
    uploadLimitMb: value.UPLOAD_LIMIT_MB,
    reportsAtOnce: value.REPORTS_AT_ONCE,
    standby: standbyOf(value),
    watchFolder: value.WATCH_FOLDER,
    retention: retentionOf(value),
    archiveDir: value.ARCHIVE_DIR ?? join(value.DATA_DIR, "archive"),
    logLevel: value.LOG_LEVEL,
    logToTerminal: value.LOG_TO_TERMINAL,
    logFile: join(value.DATA_DIR, "log", "dripline.log"),
  };
}

function mqttOf(value: z.output<typeof settings>): MqttConfig {
  const { MQTT_BROKER_TLS_CERT: certFile, MQTT_BROKER_TLS_KEY: keyFile, MQTT_BROKER_PORT: brokerPort } = value;
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new Error("MQTT_BROKER_TLS_CERT and MQTT_BROKER_TLS_KEY belong together: set both, or neither.");
  }
  const tls = certFile === undefined || keyFile === undefined ? null : { certFile, keyFile };
  const { MQTT_USERNAME: username, MQTT_PASSWORD: password, MQTT_CLIENT_ID: clientId, MQTT_SHARE: share } = value;
  return {
    client: value.MQTT_URL === undefined ? null : { url: value.MQTT_URL, username, password, clientId, share },
    broker: brokerPort === undefined ? null : { port: brokerPort, tls },
  };
}

function mailOf({
  SMTP_URL: smtpUrl,
  MAIL_FROM: from,
  SMTP_ALLOW_PLAINTEXT: allowPlaintext,
}: z.output<typeof settings>): MailConfig | null {
  if (smtpUrl === undefined) return null;
  if (from === undefined) throw new Error("SMTP_URL is set, so MAIL_FROM must be too: the address mails come from.");
  return { smtpUrl, from, allowPlaintext };
}

function standbyOf(value: z.output<typeof settings>): StandbySettings | null {
  const { DATABASE_URL: primary, READ_DATABASE_URL: url, READ_MAX_LAG_SECONDS: maxLagSeconds } = value;
  if (url === undefined) return null;
  if (primary === undefined)
    throw new Error("READ_DATABASE_URL needs DATABASE_URL. Set DATABASE_URL to the primary of that standby.");
  return { url, maxLagSeconds };
}

function retentionOf(value: z.output<typeof settings>): Retention {
  const { RETAIN_HOURS_MONTHS: hoursMonths = null, RETAIN_DAYS_MONTHS: daysMonths = null } = value;
  if (hoursMonths !== null && daysMonths !== null && daysMonths < hoursMonths) {
    throw new Error("RETAIN_DAYS_MONTHS must be RETAIN_HOURS_MONTHS or more: hours go with their days.");
  }
  return { hoursMonths, daysMonths };
}

/** The settings as a Markdown table, for the operator's manual. */
export function settingsTable(): string {
  const rows = Object.entries(settings.shape).map(([name, schema]) => `| \`${name}\` | ${schema.description ?? ""} |`);
  return ["| setting | |", "|---|---|", ...rows].join("\n");
}
