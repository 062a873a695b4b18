import { replaceSource } from "./replace-source.ts";

// Takes a database that is not there for an unforeseen error.
replaceSource("/server/http/errors.ts", [
  ["  if (isDatabaseDown(error)) {", "  if (isDatabaseDown(error) && false) {"],
]);
