import { globSync, readFileSync } from "node:fs";
import { parse } from "postcss";
import { expect, test } from "vitest";

/** The selectors that stand alone in a style sheet: those of rules in no other rule. */
function outerSelectors(css: string): string[] {
  const found: string[] = [];
  parse(css).walkRules((rule) => {
    for (let above = rule.parent; above?.type !== "root"; above = above?.parent) {
      if (above === undefined || above.type === "rule") return;
      if (above.type === "atrule" && "name" in above && String(above.name).endsWith("keyframes")) return;
    }
    found.push(...rule.selectors);
  });
  return found;
}

test("a CSS module styles only its own classes", () => {
  const root = new URL("../", import.meta.url);
  const modules = globSync("**/*.module.css", { cwd: root, exclude: ["dist/**"] });
  expect(modules.length).toBeGreaterThan(50);
  const global = modules.flatMap((file) =>
    outerSelectors(readFileSync(new URL(file, root), "utf8"))
      .filter((selector) => !/\.[A-Za-z]/.test(selector))
      .map((selector) => `${file}: ${selector}`),
  );
  expect(global).toEqual([]);
});
