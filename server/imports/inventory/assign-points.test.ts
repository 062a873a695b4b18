import fc from "fast-check";
import { expect, test } from "vitest";
import { assignPoints, type KnownPoint } from "./assign-points.ts";

const meter = (serial: string, label: string | null = null) => ({ serial, label });

test("keeps meters in place; a new one takes the point of a meter that is no longer listed", () => {
  const points = [
    { pointId: 1, label: "", serial: "A" },
    { pointId: 2, label: "2", serial: "B" },
  ];
  expect(Object.fromEntries(assignPoints([meter("C"), meter("B")], points))).toEqual({
    B: { pointId: 2 },
    C: { pointId: 1 },
  });
});

test("uses the label for its point, existing or new", () => {
  const points = [{ pointId: 1, label: "", serial: "A" }];
  expect(Object.fromEntries(assignPoints([meter("B", "hot"), meter("A"), meter("C")], points))).toEqual({
    B: { label: "hot" },
    A: { pointId: 1 },
    C: { label: "2" },
  });
});

test("assigns no point twice, and a second run changes nothing", () => {
  const label = fc.constantFrom("", "2", "3", "hot", "cold");
  const serial = fc.constantFrom("A", "B", "C", "D", "E");
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ serial, label: fc.option(label) }), { selector: (row) => row.serial }),
      fc.uniqueArray(fc.record({ label, serial: fc.option(serial) }), {
        comparator: (a, b) => a.label === b.label || (a.serial !== null && a.serial === b.serial),
      }),
      (rows, known) => {
        const listed = rows.filter(
          (row, i) => row.label === null || rows.findIndex((other) => other.label === row.label) === i,
        );
        const points = known.map((point, i) => ({ ...point, pointId: i + 1 }));
        const first = assignPoints(listed, points);
        expect(first.size).toBe(listed.length);
        let next = points.length;
        const made = [...first].map(([at, place]) =>
          "pointId" in place
            ? { pointId: place.pointId, label: undefined, at }
            : { pointId: ++next, label: place.label, at },
        );
        expect(new Set(made.map(({ pointId }) => pointId)).size).toBe(listed.length);
        const after: KnownPoint[] = points.map((point) => ({
          ...point,
          serial: made.find(({ pointId }) => pointId === point.pointId)?.at ?? null,
        }));
        for (const { pointId, label, at } of made) {
          if (label !== undefined) after.push({ pointId, label, serial: at });
        }
        expect(new Set(after.map((point) => point.label)).size).toBe(after.length);
        for (const [at, place] of assignPoints(listed, after)) {
          expect(place).toEqual({ pointId: made.find((done) => done.at === at)?.pointId });
        }
      },
    ),
  );
});
