/** Numbers within names count as numbers: Unit 2 sorts before Unit 10. */
const natural = new Intl.Collator("en", { numeric: true });

/** Compares rows by texts of theirs, one after the other; those that are null come last. Ids break ties. */
export function byNames<Row extends { id: number }>(...texts: ((row: Row) => string | null)[]) {
  return (a: Row, b: Row): number => {
    for (const text of texts) {
      const [left, right] = [text(a), text(b)];
      if (left === right) continue;
      if (left === null || right === null) return left === null ? 1 : -1;
      const order = natural.compare(left, right);
      if (order !== 0) return order;
    }
    return a.id - b.id;
  };
}
