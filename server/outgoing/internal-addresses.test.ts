import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DeliveryError } from "./delivery-error.ts";
import { isPublicAddress } from "./public-address.ts";
import { openPost } from "./safe-request.ts";
import { openReceiver, type Receiver } from "./testing/receiver.ts";

/** Addresses inside of networks, or reserved, with what they are. */
const internal: readonly [address: string, what: string][] = [
  ["0.0.0.0", "the own machine on many systems"],
  ["0.1.2.3", "this network"],
  ["10.0.0.1", "private"],
  ["10.255.255.255", "private, the last"],
  ["100.64.0.1", "between a provider and its customers"],
  ["100.100.100.200", "metadata of a cloud"],
  ["100.127.255.254", "the same range, the last"],
  ["127.0.0.1", "the own machine"],
  ["127.0.1.1", "the own machine by Debian's name"],
  ["127.255.255.254", "the own machine, the last"],
  ["168.63.129.16", "metadata of a cloud at a public address"],
  ["169.254.0.1", "link-local"],
  ["169.254.169.254", "metadata of most clouds"],
  ["169.254.170.2", "credentials of containers"],
  ["172.16.0.1", "private"],
  ["172.31.255.254", "private, the last"],
  ["192.0.0.192", "metadata of a cloud"],
  ["192.0.2.1", "documentation"],
  ["192.88.99.1", "relays"],
  ["192.168.0.1", "private"],
  ["192.168.255.254", "private, the last"],
  ["198.18.0.1", "benchmarks"],
  ["198.19.255.254", "benchmarks, the last"],
  ["198.51.100.7", "documentation"],
  ["203.0.113.7", "documentation"],
  ["224.0.0.1", "multicast"],
  ["239.255.255.250", "multicast of the house"],
  ["240.0.0.1", "reserved"],
  ["255.255.255.255", "broadcast"],
  ["::", "the own machine"],
  ["::1", "the own machine"],
  ["::127.0.0.1", "IPv4-compatible"],
  ["::ffff:127.0.0.1", "IPv4-mapped"],
  ["::ffff:10.0.0.1", "IPv4-mapped"],
  ["::ffff:8.8.8.8", "IPv4-mapped, of a public address"],
  ["::ffff:0:127.0.0.1", "IPv4-translated"],
  ["64:ff9b::7f00:1", "NAT64"],
  ["64:ff9b::a9fe:a9fe", "NAT64 of metadata"],
  ["64:ff9b:1::a00:1", "NAT64 of a network of its own"],
  ["100::1", "discard"],
  ["2001::1", "Teredo"],
  ["2001:10::1", "given up"],
  ["2001:db8::1", "documentation"],
  ["2002:7f00:1::1", "6to4 of the own machine"],
  ["3fff::1", "documentation"],
  ["5f00::1", "segment routing"],
  ["fc00::1", "private"],
  ["fd00:ec2::254", "metadata of a cloud"],
  ["fe80::1", "link-local"],
  ["fec0::1", "site-local"],
  ["ff02::1", "multicast"],
];

/** Other ways to write some of these in an address. */
const disguised = [
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "127.1",
  "127.0.0.1.",
  "１２７.０.０.１",
  "127。0。0。1",
  "[::ffff:7f00:1]",
  "[0:0:0:0:0:0:0:1]",
  "[0:0:0:0:0:ffff:a9fe:a9fe]",
];

const publicAddresses = [
  "1.1.1.1",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "192.169.0.0",
  "223.255.255.255",
  "2001:200::1",
  "2606:4700::1111",
  "2a00:1450::1",
];

let canary: Receiver;
/** Connections that the process has begun. */
let begun = 0;
const countConnection = () => {
  begun++;
};

beforeAll(async () => {
  canary = await openReceiver();
  subscribe("net.client.socket", countConnection);
});

afterAll(async () => {
  unsubscribe("net.client.socket", countConnection);
  await canary.close();
});

/** The error of a request to an address, which a name resolves to if one is given. */
async function rejection(url: string, addresses: string[] = [], allow: string[] = []): Promise<DeliveryError> {
  const post = openPost(allow, { resolve: async () => addresses });
  const error = await post({ url, headers: {}, body: "{}" }).catch((thrown: unknown) => thrown);
  if (error instanceof DeliveryError) return error;
  throw new Error(`No error for ${url}: ${JSON.stringify(error)}`);
}

test.each(internal)("connects to nothing at %s, %s", async (address) => {
  expect(isPublicAddress(address)).toBe(false);
  const before = begun;
  const literal = address.includes(":") ? `[${address}]` : address;
  const error = await rejection(`https://${literal}:${canary.port}/`);
  expect(error.message).toContain("is inside the server's own networks");
  expect(error.isRetriable).toBe(false);
  await rejection(`https://hooks.example.com:${canary.port}/`, [address]);
  // One public address among them is no reason to try the others.
  await rejection(`https://hooks.example.com:${canary.port}/`, ["1.1.1.1", address]);
  await rejection(`https://hooks.example.com:${canary.port}/`, [address, "1.1.1.1"]);
  expect([begun - before, canary.received.length]).toEqual([0, 0]);
});

test.each(disguised)("connects to nothing at %s", async (host) => {
  const before = begun;
  const error = await rejection(`https://${host}:${canary.port}/`);
  expect(error.message).toContain("is inside the server's own networks");
  expect([begun - before, canary.received.length]).toEqual([0, 0]);
});

test.each(publicAddresses)("takes %s for a public address", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each(["fe80::1%eth0", "hooks.example.com", ""])("takes %j for no public address", (text) => {
  expect(isPublicAddress(text)).toBe(false);
});

test("an allowed range does not allow what is beside it", async () => {
  const before = begun;
  await rejection(`http://127.0.0.1:${canary.port}/`, [], ["127.0.0.2", "10.0.0.0/8", "::1"]);
  await rejection(`http://hooks.example.com:${canary.port}/`, ["127.0.0.1", "10.0.0.1"], ["10.0.0.0/8"]);
  expect([begun - before, canary.received.length]).toEqual([0, 0]);
});

test("unencrypted requests leave for allowed addresses only", async () => {
  const before = begun;
  const error = await rejection("http://hooks.example.com/", ["1.1.1.1"]);
  expect(error.message).toContain("must begin with https://");
  expect(begun - before).toBe(0);
});

test.each([
  ["127.0.0.1", []],
  ["2130706433", []],
  ["127.1", []],
  ["hooks.example.com", ["127.0.0.1"]],
  ["hooks.example.com", ["127.0.0.9", "127.0.0.1"]],
])("positive control: where the range is allowed, %s (%j) is reached", async (host, addresses) => {
  const [connections, requests] = [begun, canary.received.length];
  const post = openPost(["127.0.0.0/8"], { resolve: async () => addresses });
  const { status } = await post({ url: `http://${host}:${canary.port}/`, headers: {}, body: "{}" });
  expect(status).toBe(204);
  expect(begun).toBeGreaterThan(connections);
  expect(canary.received.length).toBe(requests + 1);
  canary.received.length = 0;
});

test.each([301, 302, 303, 307, 308])("follows no redirect with status %d", async (status) => {
  const redirecting = await openReceiver(
    (_, response) => response.writeHead(status, { location: `http://127.0.0.2:${canary.port}/` }).end(),
    { host: "127.0.0.3" },
  );
  const before = begun;
  const error = await rejection(redirecting.url, [], ["127.0.0.3"]);
  expect(error.message).toBe(
    `127.0.0.3 redirects to another address (status ${status}). Enter the address that it leads to.`,
  );
  expect([begun - before, redirecting.received.length, canary.received.length]).toEqual([1, 1, 0]);
  await redirecting.close();
});

test("a name that leads elsewhere after it was checked is not resolved again", async () => {
  const checked = await openReceiver(undefined, { host: "127.0.0.4", port: canary.port });
  let lookups = 0;
  const post = openPost(["127.0.0.4"], {
    resolve: async () => [lookups++ === 0 ? "127.0.0.4" : "127.0.0.1"],
  });
  const url = `http://hooks.example.com:${canary.port}/`;
  await post({ url, headers: {}, body: "{}" });
  expect([lookups, checked.received.length, canary.received.length]).toEqual([1, 1, 0]);
  expect(checked.received[0]?.headers.host).toBe(`hooks.example.com:${canary.port}`);
  // The next request resolves it again, and is rejected: no connection was kept.
  await expect(post({ url, headers: {}, body: "{}" })).rejects.toThrow("inside the server's own networks");
  expect([lookups, checked.received.length, canary.received.length]).toEqual([2, 1, 0]);
  await checked.close();
});
