import { replaceSource } from "./replace-source.ts";

// Gives up packed bodies in the middle, upon which Node takes the socket from the request, and looks for it there.
replaceSource("/server/http/packed-body.ts", [
  [
    "const sent = await receiveBody(",
    `if (isPacked) for await (const _piece of body) throw new ProblemError("invalid_gzip", "It is given up.");
    const sent = await receiveBody(`,
  ],
]);
replaceSource("/server/http/slow-bodies.ts", [
  ["const { socket } = mark;", "const { socket } = request;"],
  ["request.complete || request.destroyed || socket.destroyed", "request.complete || socket.destroyed"],
]);
// And looks for the address of a client that has gone.
replaceSource("/server/http/logged-request.ts", [
  [
    'return Object.hasOwn(request, "ip") || request.raw.socket !== null ? (request.ip ?? "") : "";',
    "return request.ip;",
  ],
]);
replaceSource("/server/http/request-headers.ts", [
  ['Object.defineProperty(request, "ip", { value: addressOf(request) });', ""],
]);
