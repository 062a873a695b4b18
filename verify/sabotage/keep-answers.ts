import { replaceSource } from "./replace-source.ts";

// Lets browsers keep every answer for a minute, and does not tell them at logout to forget.
replaceSource("/server/http/security.ts", [['"cache-control", "no-store"', '"cache-control", "private, max-age=60"']]);
replaceSource("/server/http/entity-tag.ts", [['"private, no-cache"', '"private, max-age=60"']]);
replaceSource("/server/http/session.ts", [[`reply.header("clear-site-data", '"cache", "storage"');`, ""]]);
