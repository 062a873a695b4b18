import { expect, test } from "vitest";
import { jwzThreads } from "./jwz.ts";

const mail = (messageId: string, references: string[] = [], subject = messageId) => ({
  messageId,
  references,
  subject,
});
const threads = (...mails: ReturnType<typeof mail>[]) =>
  jwzThreads(mails).map((thread) => thread.map(({ messageId }) => messageId).sort());

test("groups by References in any order of arrival", () => {
  expect(threads(mail("c", ["a", "b"]), mail("x"), mail("b", ["a"]), mail("a"))).toEqual([["a", "b", "c"], ["x"]]);
});

test("holds together what names a mail that never came", () => {
  expect(threads(mail("b", ["a"]), mail("c", ["a"]))).toEqual([["b", "c"]]);
});

test("groups mails without References by their subject, replies included", () => {
  expect(threads(mail("a", [], "Leak"), mail("b", [], "Re: re: leak"), mail("c", [], "Other"))).toEqual([
    ["a", "b"],
    ["c"],
  ]);
});

test("takes a mail that comes twice for one, and References in a circle", () => {
  expect(threads(mail("a", ["b"]), mail("b", ["a"]), mail("a", ["b"]))).toEqual([["a", "b"]]);
});
