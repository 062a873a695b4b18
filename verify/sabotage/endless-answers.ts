import { replaceSource } from "./replace-source.ts";

// Names everything that is wrong with a request, and under each name all of it.
replaceSource("/server/http/invalid-fields.ts", [
  ["const MAX_FIELDS = 20;", "const MAX_FIELDS = 1e9;"],
  ["const MAX_SENTENCES = 5;", "const MAX_SENTENCES = 1e9;"],
]);
replaceSource("/server/http/json-body.ts", [["const MAX_NAMES = 1000;", "const MAX_NAMES = 1e9;"]]);
replaceSource("/server/problem/wrong-value.ts", [["const MAX_NAMES = 20;", "const MAX_NAMES = 1e9;"]]);
replaceSource("/server/http/errors.ts", [
  ["const MAX_DETAIL = 4000;", "const MAX_DETAIL = 1e9;"],
  ["const MAX_FIELDS = 20;", "const MAX_FIELDS = 1e9;"],
  ["const MAX_SENTENCE = 500;", "const MAX_SENTENCE = 1e9;"],
]);
