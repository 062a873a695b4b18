import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test("escapes control sequences and stays readable", () => {
  expect(plainText("A-\u001b[2J\r\n\u009b7 Zähler 💧")).toBe("A-\\x1b[2J\\x0d\\x0a\\x9b7 Zähler 💧");
  expect(plainText("Oak\u202e1 👩\u200d👧")).toBe("Oak\\u202e1 👩\u200d👧");
});
