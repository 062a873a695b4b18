import ts from "typescript";
import { expect, test } from "vitest";
import { messagesIn } from "./found.ts";

const PROBLEM = `export class ProblemError extends Error {}
export function wrongField(field: string, sentence: string) {
  return new ProblemError("invalid_fields", sentence, { [field]: [sentence] });
}`;

/** Code, field and text of the messages of a file, with the errors of the server at hand. */
function found(text: string, file = "server/http/one.ts"): string[] {
  const texts = { "server/problem/problem.ts": PROBLEM, [file]: text };
  const sources = new Map(
    Object.entries(texts).map(([name, source]) => [
      name,
      ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true),
    ]),
  );
  return messagesIn(sources).map(({ code, field, text }) => `${code} ${field}: ${text}`);
}

test("inlines constants, and names what is known only at run time", () => {
  expect(
    found(
      `const MOST = 1_000; throw new ProblemError('too_large', \`Send at most \${MOST.toLocaleString('en-US')}, not \${rows.length}.\`)`,
    ),
  ).toEqual(["too_large null: Send at most 1,000, not {rows.length}."]);
});

test("shows alternatives and optional parts of a message", () => {
  expect(
    found(
      `throw new ProblemError('conflict', \`Wait \${isLong ? 'an hour' : 'a minute'}\${isLast ? ', then stop' : ''}.\`)`,
    ),
  ).toEqual(["conflict null: Wait {an hour / a minute}[, then stop]."]);
});

test("finds a message that an imported function passes on, with its field", () => {
  expect(
    found('import { wrongField } from "../problem/problem.ts"; throw wrongField("name", "Give a name.");'),
  ).toEqual(["invalid_fields name: Give a name."]);
});

test("finds the messages of schemas under the field's name", () => {
  const schema = 'z.object({ zip: z.string({ error: "Give a ZIP code." }).regex(/^\\d+$/, "Write digits only.") })';
  expect(found(`export const place = ${schema};`, "contract/place.ts").sort()).toEqual([
    "validation zip: Give a ZIP code.",
    "validation zip: Write digits only.",
  ]);
});

test("finds what a command prints, without the description of its options", () => {
  const command = `new Command("list").description("Lists all units."); process.stdout.write("No units match.\\n");`;
  expect(found(command, "server/cli/units.ts")).toEqual(["stdout null: No units match.\n"]);
});
