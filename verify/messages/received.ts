import type { SmtpServer } from "../../server/mail/testing/smtp-server.ts";
import type { ThreadedMail } from "./jwz.ts";

/** A mail as its mail server got it, taken apart. */
export interface ReceivedMail extends ThreadedMail {
  to: string;
  /** Of the headers, whole lines. */
  headers: string[];
  /** Of all its parts, decoded. */
  body: string;
  /** Ids of the cases that it links to. */
  cases: number[];
  at: number;
}

/** Takes the mails apart that a mail server accepted; a message of several recipients is several. */
export function receivedBy({ taken }: Pick<SmtpServer, "taken">): ReceivedMail[] {
  return taken.flatMap(({ to, message, at }) => {
    const end = message.indexOf("\n\n");
    const headers = message
      .slice(0, end)
      .replaceAll(/\n[ \t]+/g, " ")
      .split("\n");
    const body = decoded(message.slice(end));
    const header = (name: string) =>
      headers.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1) ?? "";
    const ids = (text: string) => [...text.matchAll(/<([^>]+)>/g)].map(([, id = ""]) => id);
    const cases = [...new Set([...body.matchAll(/\/cases\/(\d+)/g)].map(([, id]) => Number(id)))];
    return to.map((address) => ({
      to: address.replaceAll(/[<>]/g, ""),
      messageId: ids(header("message-id"))[0] ?? "",
      references: ids(header("references")),
      subject: header("subject").trim(),
      headers,
      body,
      cases,
      at,
    }));
  });
}

/** Quoted-printable, as far as ASCII is needed. */
function decoded(text: string): string {
  return text
    .replaceAll("=\n", "")
    .replaceAll(/=([0-7][0-9A-F])/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
