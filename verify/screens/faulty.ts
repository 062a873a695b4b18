import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { messagePlugins } from "../../scripts/messages-plugins.ts";

const WEB = join(import.meta.dirname, "../../web");

/** A fault of the screens: what their source says, what it says instead, and a test that must notice. */
interface Faulty {
  what: string;
  file: string;
  pieces: readonly (readonly [string, string])[];
  /** A file of e2e/, and which of its tests. */
  noticedBy: readonly [file: string, named: string];
}

export const faulty: readonly Faulty[] = [
  {
    what: "nothing in place of a screen that broke",
    file: "/app/shell/FailedPage.tsx",
    pieces: [["return (", "if (error) return null; return ("]],
    noticedBy: ["failures", "^without a readable session"],
  },
  {
    what: "a Retry that does nothing",
    file: "/components/states/ErrorState.tsx",
    pieces: [["onClick={onRetry}", ""]],
    noticedBy: ["failures", "^a failed call says so"],
  },
  {
    what: "a login page that forgets where the session ended, and has Back lead there",
    file: "/router.tsx",
    pieces: [
      ['href === "/" ? undefined : href', "undefined"],
      ["replace: true", "replace: false"],
    ],
    noticedBy: ["failures", "^an expired session redirects"],
  },
  {
    what: "a late answer that overwrites a newer one",
    file: "/app/query.ts",
    pieces: [
      [
        "queryFn: ({ signal }) => call(name, { ...input, signal }),",
        `queryFn: async ({ client }) => {
          const answer = await call(name, input);
          client.setQueriesData({ queryKey: [subject] }, () => answer);
          return answer;
        },`,
      ],
    ],
    noticedBy: ["failures", "^a late answer never overwrites"],
  },
  {
    what: "a button without a name",
    file: "/app/shell/SignedInShell.tsx",
    pieces: [
      ["aria-label={t`User menu", "data-label={t`User menu"],
      ["{initials(me)}", ""],
    ],
    noticedBy: ["accessibility", "^history > has no violation"],
  },
  {
    what: "periods that cannot be reached by keyboard",
    file: "/main.tsx",
    pieces: [
      [
        "reloadOnNewRelease();",
        `reloadOnNewRelease();
        document.addEventListener("keydown", (event) => {
          if (event.key === "Tab") event.preventDefault();
        });`,
      ],
    ],
    noticedBy: ["keyboard", "^to the days of last week"],
  },
];

/** Builds the screens with a fault into a folder. */
export async function buildFaulty(folder: string, { file, pieces }: Faulty): Promise<void> {
  const missing = new Set(pieces.map(([piece]) => piece));
  await build({
    configFile: false,
    root: WEB,
    logLevel: "error",
    plugins: [
      {
        name: "faulty",
        enforce: "pre",
        transform: (code, id) => {
          if (!id.endsWith(`/web${file}`)) return null;
          return pieces.reduce((text, [piece, other]) => {
            if (text.includes(piece)) missing.delete(piece);
            return text.replace(piece, () => other);
          }, code);
        },
      },
      messagePlugins(),
      react(),
    ],
    build: { outDir: folder, emptyOutDir: true, target: "es2023", chunkSizeWarningLimit: 10_000 },
  });
  if (missing.size > 0) throw new Error(`The fault in ${file} finds nothing to replace: ${[...missing].join(", ")}`);
}
