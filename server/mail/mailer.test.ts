import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { linkAddress } from "../accounts/mails/account-mails.ts";
import { openMailer } from "./mailer.ts";
import { openSmtpServer } from "./testing/smtp-server.ts";

const clock = () => Date.UTC(2026, 4, 6, 8);

async function mailFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "dripline-mail-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "mail");
}

async function smtp(config: { host?: string; allowPlaintext?: boolean; query?: string; sendTimeoutMs?: number } = {}) {
  const { host = "127.0.0.1", allowPlaintext = false, query = "", sendTimeoutMs } = config;
  const server = await openSmtpServer();
  onTestFinished(() => server.close());
  const smtpUrl = `${server.url.replace("127.0.0.1", host)}${query}`;
  return {
    server,
    mailer: openMailer({ smtpUrl, from: "Dripline <water@example.com>", allowPlaintext }, "none", clock, sendTimeoutMs),
  };
}

test("sends a mail by SMTP to its recipient only", async () => {
  const { server, mailer } = await smtp();
  expect(mailer.canSend).toBe(true);
  await mailer.send({ to: "ann@example.com", subject: "Hello, Ann", text: "A link" }, "1@example.com");
  expect(server.taken).toEqual([
    {
      from: "<water@example.com>",
      to: ["<ann@example.com>"],
      message: expect.stringContaining("Subject: Hello, Ann"),
      at: expect.any(Number),
    },
  ]);
  expect(server.taken[0]?.message).toContain("A link");
});

test("an address that contains another or a line break reaches nobody else", async () => {
  const { server, mailer } = await smtp();
  for (const to of ["ann@example.com, eve@evil.example", "ann@example.com\r\nBcc: eve@evil.example"]) {
    await mailer.send({ to, subject: "Hello", text: "A link" }, "1@example.com").catch(() => {});
  }
  await mailer.send(
    { to: "ann@example.com", subject: "Hello\r\nBcc: eve@evil.example", text: "A link" },
    "1@example.com",
  );
  expect(server.taken.flatMap(({ to }) => to)).not.toContainEqual(expect.stringMatching(/^<eve/));
  expect(server.taken.map(({ message }) => message).join("\n")).not.toMatch(/^Bcc:/im);
});

test("reports a mail that the mail server rejects", async () => {
  const { server, mailer } = await smtp();
  server.reject();
  await expect(
    mailer.send({ to: "ann@example.com", subject: "Hello", text: "A link" }, "1@example.com"),
  ).rejects.toThrow("550");
});

test("gives up a mail server that keeps its connection busy without an answer", async () => {
  const { server, mailer } = await smtp({ sendTimeoutMs: 300 });
  server.drip();
  await expect(
    mailer.send({ to: "ann@example.com", subject: "Hello", text: "A link" }, "1@example.com"),
  ).rejects.toThrow(/took longer than 0.3 seconds/);
  mailer.close();
});

// 0.0.0.0 reaches this machine, but is none of the addresses that are known to be it.
test.each(["", "?requireTLS=false", "?ignoreTLS=true", "?opportunisticTLS=true"])(
  "sends no unencrypted mail to another machine (%s)",
  async (query) => {
    const { server, mailer } = await smtp({ host: "0.0.0.0", query });
    await expect(
      mailer.send({ to: "ann@example.com", subject: "Hello", text: "A link" }, "1@example.com"),
    ).rejects.toThrow(/STARTTLS/);
    expect(server.taken).toEqual([]);
  },
);

test("sends unencrypted to another machine where the operator allows it", async () => {
  const { server, mailer } = await smtp({ host: "0.0.0.0", allowPlaintext: true });
  await mailer.send({ to: "ann@example.com", subject: "Hello", text: "A link" }, "1@example.com");
  expect(server.taken).toHaveLength(1);
});

test("writes mails to files readable by their owner only, without a mail server", async () => {
  const folder = await mailFolder();
  const mailer = openMailer(null, folder, clock);
  expect(mailer.canSend).toBe(false);
  await mailer.send({ to: "ann@example.com", subject: "Hello", text: "A link" }, "1@example.com");
  const [file = "", ...others] = await readdir(folder);
  expect(others).toEqual([]);
  expect(await readFile(join(folder, file), "utf8")).toBe("To: ann@example.com\nSubject: Hello\n\nA link\n");
  expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
});

test.each([
  ["https://water.example.com", "https://water.example.com/invitation#token=abc"],
  ["https://example.com/water/", "https://example.com/water/invitation#token=abc"],
])("a link leads to %s", (baseUrl, address) => {
  expect(linkAddress(baseUrl, "invitation", "abc")).toBe(address);
});
