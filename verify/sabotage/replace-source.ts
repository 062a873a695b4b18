import { registerHooks } from "node:module";

/**
 * Loads one source file of the product otherwise than it is written: a build sabotaged on purpose, which a check must
 * catch. Without one, a green check means nothing.
 * @throws Error when a piece of text to be replaced is not there, so that a sabotage never goes stale in silence
 */
export function replaceSource(file: string, pieces: readonly (readonly [string, string])[]): void {
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (!url.endsWith(file) || loaded.source === undefined || loaded.source === null) return loaded;
      let text = typeof loaded.source === "string" ? loaded.source : new TextDecoder().decode(loaded.source);
      for (const [piece, other] of pieces) {
        if (!text.includes(piece)) throw new Error(`The sabotage of ${file} finds nothing to replace: ${piece}`);
        text = text.replace(piece, other);
      }
      return { ...loaded, source: text };
    },
  });
}
