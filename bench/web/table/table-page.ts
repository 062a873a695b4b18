/** How a person works with the table on its page. */
export const tablePage = {
  /** CSS selector of its cells. */
  cell: "tbody tr[data-row] td",
  /** CSS selector of the box that scrolls its rows. */
  scroller: "[data-virtual]",
  /** CSS selector of the column headers as they are clicked, by their place from 0. */
  header: (place: number) => `th:nth-child(${place + 1}) button[type=button]`,
  /** The keys to the next row and back. */
  down: "j",
  up: "k",
};

/** Columns to sort by, from 0: the kind, the place, two figures and a date. Each is clicked twice: up and down. */
export const sortedColumns = [0, 1, 3, 4, 6] as const;

/** Typed letter by letter into the filter, and taken back. */
export const FILTER = "willow";

/** Pixels of each move of the wheel: down a hundred rows, back up, and down again. */
export const wheelSteps: readonly number[] = Array.from({ length: 100 }, (_, step) => (step % 60 < 30 ? 110 : -110));

/** Rows down and as many up by keys. */
export const KEY_MOVES = 40;
