/** At most so many names in a message. */
const MAX_NAMES = 10;

/**
 * The message where nothing has the name that a command gave: similar names, else those that there are.
 * @param what such as `property`
 * @param none the message where there is nothing of the kind at all
 * @param wanted as it was given
 * @param known what there is: the name by which it is compared, and the one shown
 * @param where such as ` in Oak Homes`
 */
export function noSuch(
  what: string,
  none: string,
  wanted: string,
  known: readonly { name: string; label: string }[],
  where = "",
): string {
  const start = `There is no ${what} "${wanted}"${where}.`;
  if (known.length === 0) return `${start} ${none}`;
  const near = nearest(wanted, known);
  if (near.length > 0) return `${start} Did you mean ${near.map(({ label }) => label).join(", ")}?`;
  const more = known.length > MAX_NAMES ? `, and ${(known.length - MAX_NAMES).toLocaleString("en-US")} more` : "";
  const names = known.slice(0, MAX_NAMES).map(({ label }) => label);
  return `${start} There are: ${names.join(", ")}${more}.`;
}

/** Those that a slip of the finger, another case or a part of the name leads to, the nearest first, five at most. */
function nearest<T extends { name: string }>(wanted: string, known: readonly T[]): T[] {
  const sought = wanted.trim().toLowerCase();
  if (sought === "") return [];
  const most = Math.max(1, Math.floor(sought.length / 3));
  const ranked = known.map((one) => {
    const name = one.name.toLowerCase();
    const isPart = sought.length > 2 && name.includes(sought);
    return { one, distance: isPart ? 0.5 : changesBetween(sought, name, most) };
  });
  const least = Math.min(...ranked.map(({ distance }) => distance));
  return ranked
    .filter(({ distance }) => distance <= Math.min(most, least + 1))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 5)
    .map(({ one }) => one);
}

/**
 * How many letters must be put in, left out or changed to make one text of another; two neighbours that changed places
 * count once. Texts that differ in length by more than `most` are not compared.
 */
function changesBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const now = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const changed = (last[column - 1] ?? 0) + (isSame ? 0 : 1);
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwapped ? (before[column - 2] ?? row) + 1 : changed;
      now.push(Math.min(changed, swapped, (last[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1));
    }
    [before, last] = [last, now];
  }
  return last[b.length] ?? 0;
}
