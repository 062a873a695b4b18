import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { moveColumn, orderedColumns, visibleColumns } from "../column-picker/layout.ts";
import { pageCount, pagerItems, pagerShown } from "../pager/pages.ts";
import { columnWidth } from "./column-width.ts";
import { orderChoices, parseOrdering, toggleOrdering } from "./ordering.ts";

describe("ordering", () => {
  test("a header sorts ascending, then descending, then ascending; another header starts ascending", () => {
    expect(toggleOrdering("units", undefined)).toBe("units");
    expect(toggleOrdering("units", "units")).toBe("-units");
    expect(toggleOrdering("units", "-units")).toBe("units");
    expect(toggleOrdering("units", "-state")).toBe("units");
  });
  // Covers states-3
  test("a leading minus means descending", () => {
    expect(parseOrdering("-units")).toEqual({ field: "units", descending: true });
    expect(parseOrdering("units")).toEqual({ field: "units", descending: false });
    expect(parseOrdering("")).toBeNull();
  });
  test("cards offer the sortable columns that are visible, and the current one", () => {
    const [units, state, hint] = [
      { header: "Units", sortable: "units" },
      { header: "State", sortable: "state" },
      { header: "Hint" },
    ];
    const named = (ordering?: string) =>
      orderChoices([units, state, hint], [units, hint], ordering).map(({ header }) => header);
    expect(named("-units")).toEqual(["Units"]);
    expect(named()).toEqual(["Units"]);
    expect(named("-state")).toEqual(["Units", "State"]);
  });
});

describe("pager", () => {
  // Covers constants-2
  test("lists all pages up to five", () => {
    expect(pagerItems(4, 5)).toEqual([0, 1, 2, 3, 4]);
    expect(pagerItems(0, 1)).toEqual([0]);
  });
  // Covers constants-2
  test("lists the first, the current with its neighbors, and the last page beyond five", () => {
    expect(pagerItems(0, 6)).toEqual([0, 1, "gap", 5]);
    expect(pagerItems(2, 6)).toEqual([0, 1, 2, 3, "gap", 5]);
    expect(pagerItems(3, 14)).toEqual([0, "gap", 2, 3, 4, "gap", 13]);
    expect(pagerItems(13, 14)).toEqual([0, "gap", 12, 13]);
  });
  test("always lists first, current and last page in order, with gaps only where pages are left out", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(), (pages, seed) => {
        const page = seed % pages;
        const items = pagerItems(page, pages);
        const named = items.filter((item) => item !== "gap");
        expect(named).toContain(page);
        expect([named[0], named.at(-1)]).toEqual([0, pages - 1]);
        expect(named).toEqual([...new Set(named)].sort((one, other) => one - other));
        const jumps = named.filter((item, place) => item - (named[place - 1] ?? item - 1) > 1).length;
        expect(items.length - named.length).toBe(jumps);
      }),
    );
  });
  // Covers constants-2
  test("is hidden with one page and no choice of page size", () => {
    expect(pagerShown(pageCount(10, 10), false)).toBe(false);
    expect(pagerShown(pageCount(11, 10), false)).toBe(true);
    expect(pagerShown(pageCount(0, 10), true)).toBe(true);
  });
});

describe("columns", () => {
  const columns = [{ id: "a", pinned: true }, { id: "b" }, { id: "c" }];
  const ids = (list: readonly { id: string }[]) => list.map((column) => column.id);
  test("keep the order of a saved layout; new columns come last", () => {
    expect(ids(orderedColumns(columns, { order: ["c", "gone", "a"], hidden: [] }))).toEqual(["c", "a", "b"]);
  });
  test("a pinned column cannot be hidden", () => {
    expect(ids(visibleColumns(columns, { order: [], hidden: ["a", "b"] }))).toEqual(["a", "c"]);
  });
  test("moving lists all columns and stops at the edges", () => {
    const layout = { order: [], hidden: ["b"] };
    expect(moveColumn(columns, layout, 2, 0)).toEqual({ order: ["c", "a", "b"], hidden: ["b"] });
    expect(moveColumn(columns, layout, 0, -1)).toBe(layout);
    expect(moveColumn(columns, layout, 5, 0)).toBe(layout);
  });
});

describe("columns of long lists", () => {
  const gallons = (cell: string) => ({ id: "gallons", header: "Gallons", cell: () => cell, text: () => cell });
  const figures = (width: string) => Number(/\d+/.exec(width)?.[0]);
  test("are as wide as their longest cell anywhere in the list; longer ones wrap", () => {
    const column = { ...gallons(""), cell: (row: string) => row, text: (row: string) => row };
    const rows = Array.from({ length: 5_000 }, (_, index) => (index < 2_500 ? "1" : "1,204,118.5"));
    expect(figures(columnWidth(column, rows))).toBe(11);
    expect(figures(columnWidth(column, ["Ironwood Village ".repeat(9)]))).toBeLessThan(40);
  });
  test("leave room for headers in two lines without cutting a word", () => {
    expect(figures(columnWidth({ ...gallons("1"), header: "Normal consumption", unit: "gal" }, [0]))).toBe(11);
    expect(figures(columnWidth({ ...gallons("1"), sortable: "gallons" }, [0]))).toBe(9);
  });
});
