import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** A step of a delivery: the connection, the greeting, its commands, and the end of the message. */
export type SmtpStage = "connect" | "greeting" | "EHLO" | "MAIL" | "RCPT" | "DATA" | "message";

/** A mail server that accepts everything, or does what it is set to. */
export interface SmtpServer {
  url: string;
  port: number;
  /** What it accepted: the envelope and the raw message. */
  taken: { from: string; to: string[]; message: string; at: number }[];
  /** From here on it rejects every recipient. */
  reject(): void;
  /** From here on, and on new connections only, it answers a step in this way, such as `451 later`; `connect`: not at all. */
  answer(stage: SmtpStage, reply: string): void;
  accept(): void;
  /** From here on it sends a piece of an answer now and then, and never all of it. */
  drip(): void;
  /** Breaks off the connection, instead of answering, after so many further messages that it accepts. */
  breakOff(messages: number): void;
  close(): Promise<void>;
}

const DRIP_MS = 20;

/** @param port 0 takes a free one */
export async function openSmtpServer(port = 0): Promise<SmtpServer> {
  const taken: SmtpServer["taken"] = [];
  let replies = new Map<SmtpStage, string>();
  let drips = false;
  let breaksOff = 0;
  const sockets = new Set<Socket>();
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((socket) => {
    if (replies.has("connect")) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    let mail = { from: "", to: [] as string[], message: "" };
    let inData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    const reply = (stage: SmtpStage, accepted: string) => say(replies.get(stage) ?? accepted);
    reply("greeting", "220 test");
    const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
    lines.on("error", () => {});
    lines.on("line", (line) => {
      if (inData) {
        if (line !== ".") {
          mail.message += `${line.replace(/^\.\./, ".")}\n`;
          return;
        }
        inData = false;
        const isRejected = replies.has("message");
        if (!isRejected) taken.push({ ...mail, at: Date.now() });
        mail = { from: "", to: [], message: "" };
        if (!isRejected && breaksOff > 0) {
          breaksOff--;
          socket.destroy();
          return;
        }
        reply("message", "250 taken");
        return;
      }
      const command = line.slice(0, 4).toUpperCase();
      if (drips) {
        const dripping = setInterval(() => socket.write("250-wait\r\n"), DRIP_MS);
        socket.on("close", () => clearInterval(dripping));
        return;
      }
      if (command === "STAR") {
        say("502 no TLS here");
        return;
      }
      if (command === "MAIL" && !replies.has("MAIL")) mail = { from: line.slice(10), to: [], message: "" };
      if (command === "RCPT" && !replies.has("RCPT")) mail.to.push(line.slice(8));
      inData = command === "DATA" && !replies.has("DATA");
      const stage = stages[command];
      if (stage === undefined) say(command === "QUIT" ? "221 bye" : "250 ok");
      else reply(stage, inData ? "354 go on" : "250 ok");
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It has no port.");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    taken,
    reject: () => {
      replies = new Map([["RCPT", "550 nobody here"]]);
    },
    answer: (stage, text) => {
      closeAll();
      replies = new Map([[stage, text]]);
    },
    accept: () => {
      replies = new Map();
    },
    drip: () => {
      drips = true;
    },
    breakOff: (messages) => {
      breaksOff = messages;
    },
    close: async () => {
      closeAll();
      server.close();
      await once(server, "close");
    },
  };
}

const stages: Readonly<Record<string, SmtpStage>> = {
  EHLO: "EHLO",
  HELO: "EHLO",
  MAIL: "MAIL",
  RCPT: "RCPT",
  DATA: "DATA",
};
