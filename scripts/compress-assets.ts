import { readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import type { Plugin } from "vite";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Smaller files fit one packet anyway. */
const LEAST_BYTES = 1000;

/** Writes each text file of the build a second and third time, as `.br` and `.gz`, which the server sends to who takes them. */
export function compressAssets(): Plugin {
  let folder = "";
  return {
    name: "compress-assets",
    apply: "build",
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      await Promise.all(
        entries
          .filter((entry) => entry.isFile() && /\.(js|css|html|svg)$/.test(entry.name))
          .map((entry) => compress(join(entry.parentPath, entry.name))),
      );
    },
  };
}

async function compress(path: string) {
  const text = await readFile(path);
  if (text.length < LEAST_BYTES) return;
  await writeFile(`${path}.br`, await brotli(text));
  await writeFile(`${path}.gz`, await zip(text, { level: 9 }));
}
