import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { isOwnMachine } from "../network/own-machine.ts";
import type { Clock } from "../time/clock.ts";

/** A mail of plain text to one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /**
   * @param messageId without angle brackets; a mail that is sent again keeps it, so that mail clients show it once
   * @throws when the mail server cannot be reached or rejects it; success does not mean that it was delivered
   */
  send(mail: Mail, messageId: string): Promise<void>;
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

/**
 * Sends mails by SMTP.
 * @param config null: each mail becomes a file in `folder` instead, which only the owner of the server can read
 */
export function openMailer(config: MailConfig | null, folder: string, clock: Clock): Mailer {
  if (config === null) return { canSend: false, send: (mail) => writeMail(folder, clock, mail) };
  const url = new URL(config.smtpUrl);
  // Mails contain links that sign in, and SMTP_URL a password: without TLS both can be intercepted. Set in the URL,
  // whose parameters override settings.
  if (!config.allowPlaintext && !isOwnMachine(url.hostname)) url.searchParams.set("requireTLS", "true");
  const settings = {
    url: url.href,
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
    send: async ({ to, subject, text }, messageId) => {
      // An address as an object is one address, whatever characters are in it.
      await transport.sendMail({ to: { name: "", address: to }, subject, text, messageId: `<${messageId}>` });
    },
  };
}

async function writeMail(folder: string, clock: Clock, { to, subject, text }: Mail): Promise<void> {
  const time = new Date(clock()).toISOString().replaceAll(":", "-");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${time}-${randomBytes(4).toString("hex")}.txt`);
  await writeFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 });
}
