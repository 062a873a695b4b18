import { expect, test } from "vitest";
import { minute, table } from "./table.ts";

// Covers command-line-9
test("aligns columns, numbers to the right, and escapes control sequences", () => {
  const rows = [
    { id: 7, name: "Elm\u001b[2J", used: null, lists: ["a", "b", "c", "d", "e"], isDefault: true },
    { id: 1234, name: "Große Straße", used: "2026-05-01T10:30:59.123Z", lists: [], isDefault: false },
  ];
  const text = table<(typeof rows)[number]>(
    {
      id: (row) => row.id,
      name: (row) => row.name,
      used: (row) => minute(row.used),
      lists: (row) => row.lists,
      default: (row) => row.isDefault,
    },
    rows,
  );
  expect(text.split("\n")).toEqual([
    "  id  name          used               lists       default",
    "   7  Elm\\x1b[2J    –                  a, b, c +2  yes",
    "1234  Große Straße  2026-05-01 10:30Z  –           no",
    "",
  ]);
});
