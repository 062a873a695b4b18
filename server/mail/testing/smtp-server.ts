import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** A mail server that accepts everything, or nothing. */
export interface SmtpServer {
  url: string;
  /** What it accepted: the envelope and the raw message. */
  taken: { from: string; to: string[]; message: string }[];
  /** From here on it rejects every recipient. */
  reject(): void;
  close(): Promise<void>;
}

export async function openSmtpServer(): Promise<SmtpServer> {
  const taken: SmtpServer["taken"] = [];
  let rejects = false;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let mail = { from: "", to: [] as string[], message: "" };
    let inData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say("220 test");
    createInterface({ input: socket }).on("line", (line) => {
      if (inData) {
        if (line !== ".") {
          mail.message += `${line}\n`;
          return;
        }
        inData = false;
        taken.push(mail);
        mail = { from: "", to: [], message: "" };
        say("250 taken");
        return;
      }
      const command = line.slice(0, 4).toUpperCase();
      if (command === "RCPT" && rejects) {
        say("550 nobody here");
        return;
      }
      if (command === "STAR") {
        say("502 no TLS here");
        return;
      }
      if (command === "MAIL") mail.from = line.slice(10);
      if (command === "RCPT") mail.to.push(line.slice(8));
      inData = command === "DATA";
      say(inData ? "354 go on" : command === "QUIT" ? "221 bye" : "250 ok");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It has no port.");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    taken,
    reject: () => {
      rejects = true;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
