import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";

type Pieces = readonly (readonly [string, string])[];

const replaced = vi.hoisted((): [file: string, pieces: Pieces][] => []);
vi.mock("./replace-source.ts", () => ({
  replaceSource: (file: string, pieces: Pieces) => replaced.push([file, pieces]),
}));

test("every sabotage finds what it replaces", async () => {
  const sabotages = globSync("*.ts", { cwd: import.meta.dirname }).filter(
    (name) =>
      !name.endsWith(".test.ts") && /^replaceSource\("/m.test(readFileSync(join(import.meta.dirname, name), "utf8")),
  );
  for (const name of sabotages) await import(/* @vite-ignore */ join(import.meta.dirname, name));
  expect(replaced.length).toBeGreaterThanOrEqual(sabotages.length);
  const gone: string[] = [];
  for (const [file, pieces] of replaced) {
    let text = readFileSync(join(import.meta.dirname, "../..", file), "utf8");
    for (const [piece, other] of pieces) {
      if (!text.includes(piece)) gone.push(`${file}: ${piece}`);
      text = text.replace(piece, other);
    }
  }
  expect(gone).toEqual([]);
});
