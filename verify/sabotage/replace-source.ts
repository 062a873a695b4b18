import { registerHooks } from "node:module";

/** Pieces of a source file, each with what stands in its place. */
type Pieces = readonly (readonly [piece: string, other: string])[];
/** By file, from the project's root. */
type Replacements = Readonly<Record<string, Pieces>>;
export type Sabotages = Readonly<Record<string, Replacements>>;

/**
 * A source text with pieces replaced.
 * @throws Error when a piece is not there, so that a sabotage never goes stale in silence
 */
export function replaceIn(text: string, file: string, pieces: Pieces): string {
  return pieces.reduce((before, [piece, other]) => {
    if (!before.includes(piece)) throw new Error(`The sabotage of ${file} finds nothing to replace: ${piece}`);
    return before.replace(piece, other);
  }, text);
}

/** Loads source files of the product otherwise than they are written. */
export function replaceSource(replacements: Replacements): void {
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      const found = Object.entries(replacements).find(([file]) => url.endsWith(file));
      if (found === undefined || loaded.source === undefined || loaded.source === null) return loaded;
      const text = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
      return { ...loaded, source: replaceIn(text, ...found) };
    },
  });
}
