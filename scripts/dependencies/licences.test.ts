import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { licenceOf, ROOT, readManifest, withAllBehind } from "./lockfile.ts";

/** Those that let us give on what we make of them under our own. */
const PERMISSIVE = /^(MIT|MIT-0|ISC|0BSD|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|CC0-1\.0|Unlicense)$/;
/** Others, of packages that were looked at: used as they are, they ask for nothing more than to stay what they are. */
const lookedAt: Record<string, RegExp> = {
  lightningcss: /^MPL-2\.0$/,
  "@fontsource-variable/inter": /^OFL-1\.1$/,
  "@fontsource/inter": /^OFL-1\.1$/,
  "@fontsource/noto-sans-arabic": /^OFL-1\.1$/,
  "@fontsource/unifontex": /^OFL-1\.1$/,
  // MIT, by its file LICENSE.
  "png-js": /^none$/,
  // A shared library and WebAssembly, loaded unchanged: an operator can replace them.
  "@img/sharp": /^LGPL-3\.0-or-later$|^Apache-2\.0 AND LGPL-3\.0-or-later( AND MIT)?$/,
  "libheif-js": /^LGPL-3\.0$/,
};

/** The packages that the app's own files import. */
function ofTheApp(): string[] {
  const { devDependencies } = readManifest();
  const text = globSync("web/**/*.{ts,tsx,css}", { cwd: ROOT })
    .filter((path) => !path.includes(".test.") && !path.startsWith("web/dist/"))
    .map((path) => readFileSync(join(ROOT, path), "utf8"))
    .join("\n");
  return Object.keys(devDependencies).filter((name) => new RegExp(`["']${name}["'/]`).test(text));
}

test("all packages of the server and the app have compatible licenses", () => {
  const app = ofTheApp();
  expect(app).toContain("react");
  const shipped = withAllBehind([...Object.keys(readManifest().dependencies), ...app]);
  expect(shipped.length).toBeGreaterThan(150);
  const others = shipped
    .filter(
      (locked) =>
        !licenceOf(locked)
          .replace(/^\(|\)$/g, "")
          .split(" OR ")
          .some((one) => PERMISSIVE.test(one)),
    )
    .filter((locked) => !lookedAt[locked.name.replace(/^(lightningcss|@img\/sharp)-.*/, "$1")]?.test(licenceOf(locked)))
    .map((locked) => `${locked.name}: ${licenceOf(locked)}`);
  expect(others).toEqual([]);
});

test("the project's license file is the one that package.json names", () => {
  expect(readManifest().license).toBe("Apache-2.0");
  expect(readFileSync(join(ROOT, "LICENSE"), "utf8")).toContain(
    "Apache License\n                           Version 2.0",
  );
});

test("every page that README links exists", () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  const links = [...readme.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? "");
  expect(links).toEqual(expect.arrayContaining(["LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]));
  expect(links.filter((link) => !existsSync(join(ROOT, link)))).toEqual([]);
});
