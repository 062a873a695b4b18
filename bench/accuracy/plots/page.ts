import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Plot, plotSvg } from "./plot.ts";

const STYLE = `body{font:14px/1.4 system-ui,sans-serif;margin:2rem;color:#222;background:#fff}
figure{margin:0 0 2rem}figcaption{margin-bottom:.3rem}svg{border:1px solid #ccc;max-width:100%;height:auto}
.night{fill:#eef1f6}.missing{fill:url(#hatch)}.covered{fill:#bbb}.use{fill:#4a7fb5}.cut{fill:#2d5785}.leak{fill:#d9480f}
.span{fill:#d9480f}.opened{stroke:#000;stroke-dasharray:3 2}text{font-size:10px;fill:#555}`;

const HATCH = `<svg width="0" height="0" style="position:absolute"><defs><pattern id="hatch" width="4" height="4"
patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="1.5" height="4" fill="#ddd"/></pattern></defs></svg>`;

/**
 * Writes one page with all plots, for a person to judge each opening by eye. Makes the folder.
 * @returns the page's path
 */
export async function writePlots(folder: string, name: string, what: string, plots: readonly Plot[]): Promise<string> {
  await mkdir(folder, { recursive: true });
  const figures = plots.map(
    (plot) => `<figure><figcaption>${escaped(plot.title)}</figcaption>${plotSvg(plot)}</figure>`,
  );
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(name)}</title><style>${STYLE}</style>
${HATCH}<h1>${escaped(name)}</h1><p>${escaped(what)}</p>
<p>Five days before each opening to four days after it, a bar an hour. Blue: gallons of the hour (dark: higher than shown).
Orange: leak gallons. Shaded: 00:00 to 06:00. Hatched: not measured. Dashed: when the leak was opened. Line below: its life.</p>
${figures.join("\n")}</html>
`;
  const path = join(folder, `${name.toLowerCase().replaceAll(" ", "-")}.html`);
  await writeFile(path, page);
  return path;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
