import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { replaceIn } from "./replace-source.ts";
import { sabotages } from "./sabotages.ts";

test.each(Object.entries(sabotages))("%s finds the text that it replaces", (_name, replacements) => {
  for (const [file, pieces] of Object.entries(replacements)) {
    const text = readFileSync(join(import.meta.dirname, "../..", file), "utf8");
    expect(replaceIn(text, file, pieces)).not.toBe(text);
  }
});
