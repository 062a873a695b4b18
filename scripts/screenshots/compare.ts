import { execFileSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { checkOut, serve } from "../../verify/answers/checkout.ts";
import { NOW } from "../../verify/world/site.ts";
import { openBrowser, pictures, screensNamed } from "./pictures.ts";

// Compares the pictures of all screens with those of another commit, over the same demo at the same instant:
// npm run compare-screens -- <commit> [part of a screen's name]. What differs comes into screenshots/compared/, with a
// page that shows each difference.
const ROOT = resolve(import.meta.dirname, "../..");
const FOLDER = join(ROOT, "screenshots/compared");
const [commit, part = ""] = process.argv.slice(2);
if (commit === undefined) {
  process.stderr.write("Name the commit to compare with: npm run compare-screens -- <commit> [part of a name]\n");
  process.exit(2);
}
const say = (line: string) => process.stdout.write(`${line}\n`);

interface Difference {
  name: string;
  /** How many pixels differ, of those that both pictures have. */
  pixels: number;
  /** Width and height before and after. */
  sizes: string;
}

const differences = await inScratchFolder((folder) => compare(commit, folder));
await writeFile(join(FOLDER, "index.html"), report(differences));
for (const { name, pixels, sizes } of differences) say(`${name}: ${pixels} pixels differ, ${sizes}`);
say(`${differences.length} pictures differ from those of ${commit}: ${join(FOLDER, "index.html")}`);
process.exit(differences.length === 0 ? 0 : 1);

async function compare(commit: string, folder: string): Promise<Difference[]> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const old = join(folder, "checkout");
  await checkOut(commit, old);
  for (const checkout of [old, ROOT]) {
    say(`Building the app of ${checkout}`);
    execFileSync("npx", ["vite", "build", "--config", "vite.config.ts", "--logLevel", "warn"], { cwd: checkout });
  }
  say(`Loading the demo as ${commit} does`);
  const [ours, its] = [join(folder, "ours"), join(folder, "its")];
  await (await serve(old, its, true)).stop();
  // Not by Node: a private Postgres that root starts owns its files.
  execFileSync("cp", ["-a", its, ours]);
  const servers = [await serve(old, its, false), await serve(ROOT, ours, false)];
  const browser = await openBrowser();
  const found: Difference[] = [];
  let compared = 0;
  for (const screen of screensNamed(part)) {
    const [before, after] = await Promise.all(
      servers.map(({ url }) => Array.fromAsync(pictures(browser, url, screen, NOW))),
    );
    for (const [i, { name, png }] of (before ?? []).entries()) {
      compared++;
      const other = after?.[i]?.png;
      if (other === undefined) throw new Error(`The second picture of ${name} is missing.`);
      if (png.equals(other)) continue;
      const difference = await compareOne(name, png, other);
      if (difference !== null) found.push(difference);
    }
    say(`${screen.name}: ${compared} pictures compared, ${found.length} differ`);
  }
  await browser.close();
  await Promise.all(servers.map((server) => server.stop()));
  return found;
}

/** Compares two pictures and keeps them where they differ; a larger one also where it ends. */
async function compareOne(name: string, before: Buffer, after: Buffer): Promise<Difference | null> {
  const [one, other] = [PNG.sync.read(before), PNG.sync.read(after)];
  const [width, height] = [Math.min(one.width, other.width), Math.min(one.height, other.height)];
  const [a, b, difference] = [cut(one, width, height), cut(other, width, height), new PNG({ width, height })];
  const pixels = pixelmatch(a.data, b.data, difference.data, width, height);
  const sameSize = one.width === other.width && one.height === other.height;
  if (pixels === 0 && sameSize) return null;
  await writeFile(join(FOLDER, `before-${name}`), before);
  await writeFile(join(FOLDER, `after-${name}`), after);
  await writeFile(join(FOLDER, `difference-${name}`), PNG.sync.write(difference));
  const size = ({ width, height }: PNG) => `${width} × ${height}`;
  return { name, pixels, sizes: sameSize ? size(one) : `${size(one)} before, ${size(other)} after` };
}

function cut(png: PNG, width: number, height: number): PNG {
  const part = new PNG({ width, height });
  PNG.bitblt(png, part, 0, 0, width, height);
  return part;
}

function report(differences: readonly Difference[]): string {
  const kinds = ["before", "after", "difference"];
  const rows = differences.map(
    ({ name, pixels, sizes }) =>
      `<h2>${name}</h2><p>${pixels} pixels, ${sizes}</p><div>${kinds
        .map(
          (kind) =>
            `<figure><img src="${kind}-${name}" alt="" loading="lazy"><figcaption>${kind}</figcaption></figure>`,
        )
        .join("")}</div>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Screens compared</title>
<style>body{font:14px sans-serif;margin:24px}div{display:flex;gap:16px}figure{margin:0;flex:1}img{max-width:100%;border:1px solid #ccc}</style>
<h1>${differences.length} pictures differ</h1>${rows.join("\n")}\n`;
}
