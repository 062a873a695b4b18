import { useState } from "react";

/**
 * Which rows of a list are unfolded.
 * @param of what the list is about: with another subject all rows are as at first again
 * @param atFirst whether rows are unfolded that nobody touched
 */
export function useExpanded(of: string, atFirst: boolean): [(id: number) => boolean, (id: number) => void] {
  const [touched, setTouched] = useState<{ of: string; ids: ReadonlySet<number> }>({ of, ids: new Set() });
  const ids: ReadonlySet<number> = touched.of === of ? touched.ids : new Set();
  return [(id) => ids.has(id) !== atFirst, (id) => setTouched({ of, ids: ids.symmetricDifference(new Set([id])) })];
}
