import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createTransport } from "nodemailer";
import { isOwnMachine } from "../network/own-machine.ts";
import type { Clock } from "../time/clock.ts";

/** A mail to one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The same as HTML; left out: plain text only. */
  html?: string;
  /** Message-IDs of the mails that it belongs to, without angle brackets, the first of them first. */
  references?: readonly string[];
  /** Addresses by which its reader ends such mails, by a page and by one POST (RFC 8058). */
  unsubscribe?: { page: string; oneClick: string };
  /** Files, with their media types. */
  attachments?: readonly { name: string; type: string; bytes: Uint8Array }[];
}

export interface Mailer {
  /**
   * @param messageId without angle brackets; a mail that is sent again keeps it, so that mail clients show it once
   * @throws when the mail server cannot be reached or rejects it; success does not mean that it was delivered
   */
  send(mail: Mail, messageId: string): Promise<void>;
  /** Ends idle connections. */
  close(): void;
  /** false: mails end up in a folder, so whoever invites somebody has to hand on the link. */
  canSend: boolean;
}

/** How mails are sent. */
export interface MailConfig {
  /** The mail server, such as smtps://user:password@mail.example.com. */
  smtpUrl: string;
  /** The sender, such as `Dripline <water@example.com>`. */
  from: string;
  /** Whether mails may be sent unencrypted to another machine. */
  allowPlaintext: boolean;
}

/** Timeout of a mail server that does not respond, in milliseconds. */
const TIMEOUT_MS = 15_000;
/** Timeout of a whole mail: a mail server may keep a connection busy for longer than any of the other timeouts. */
const SEND_TIMEOUT_MS = 60_000;

/**
 * Sends mails by SMTP.
 * @param config null: each mail becomes a file in `folder` instead, which only the owner of the server can read
 */
export function openMailer(
  config: MailConfig | null,
  folder: string,
  clock: Clock,
  sendTimeoutMs = SEND_TIMEOUT_MS,
): Mailer {
  if (config === null) return { canSend: false, send: (mail) => writeMail(folder, clock, mail), close: () => {} };
  const url = new URL(config.smtpUrl);
  // Mails contain links that sign in, and SMTP_URL a password: without TLS both can be intercepted. Set in the URL,
  // whose parameters override settings.
  if (!config.allowPlaintext && !isOwnMachine(url.hostname)) url.searchParams.set("requireTLS", "true");
  const settings = {
    url: url.href,
    // One connection takes many mails.
    pool: true,
    maxConnections: 4,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Texts contain user input: none of it may name a file or a URL to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const transport = createTransport(settings, { from: config.from });
  return {
    canSend: true,
    close: () => transport.close(),
    send: async ({ to, subject, text, html, references = [], unsubscribe, attachments = [] }, messageId) => {
      const sending = transport.sendMail({
        // An address as an object is one address, whatever characters are in it.
        to: { name: "", address: to },
        subject,
        text,
        ...(html === undefined ? {} : { html }),
        messageId: `<${messageId}>`,
        attachments: attachments.map(({ name, type, bytes }) => ({
          filename: name,
          contentType: type,
          content: Buffer.from(bytes),
        })),
        ...(references.length === 0
          ? {}
          : { references: references.map((id) => `<${id}>`), inReplyTo: `<${references.at(-1)}>` }),
        ...(unsubscribe === undefined
          ? {}
          : {
              headers: {
                "List-Unsubscribe": `<${unsubscribe.oneClick}>, <${unsubscribe.page}>`,
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
              },
            }),
      });
      await inTime(sending, sendTimeoutMs);
    },
  };
}

async function inTime(sending: Promise<unknown>, timeoutMs: number): Promise<void> {
  const finished = new AbortController();
  const late = pause(timeoutMs, null, { signal: finished.signal }).then(() => {
    throw new Error(`The mail server took longer than ${timeoutMs / 1000} seconds.`);
  });
  try {
    await Promise.race([sending, late]);
  } finally {
    finished.abort();
  }
}

async function writeMail(folder: string, clock: Clock, { to, subject, text, attachments = [] }: Mail): Promise<void> {
  const time = new Date(clock()).toISOString().replaceAll(":", "-");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${time}-${randomBytes(4).toString("hex")}`);
  for (const { name, bytes } of attachments) await writeFile(`${file}-${name}`, bytes, { mode: 0o600 });
  await writeFile(`${file}.txt`, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 });
}
