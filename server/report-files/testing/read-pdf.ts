import { getDocumentProxy } from "unpdf";
import { z } from "zod";

/** An element of a tagged PDF, as a screen reader reads it. */
export interface Element {
  role: string;
  /** Its own text; that of elements within is theirs. */
  text: string;
  alt: string | null;
  children: Element[];
}

export interface ReadPdf {
  pages: number;
  title: unknown;
  language: unknown;
  isMarked: boolean;
  /** Elements of all pages in reading order. */
  elements: Element[];
  /** All texts of the pages, with what is in no element. */
  text: string;
}

type Node = NonNullable<Awaited<ReturnType<Page["getStructTree"]>>>;
type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>["getPage"]>>;

/** Reads a PDF with another library than the one that wrote it, by its tags. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const { info } = z.object({ info: z.looseObject({}) }).parse(await pdf.getMetadata());
  const mark = await pdf.getMarkInfo();
  const elements: Element[] = [];
  const texts: string[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const contents = await contentsOf(page);
    texts.push(...contents.all);
    const tree = await page.getStructTree();
    if (tree !== null) elements.push(...elementOf(tree, contents.byId).children.flatMap(({ children }) => children));
  }
  return {
    pages: pdf.numPages,
    title: info.Title,
    language: info.Language,
    isMarked: mark?.Marked === true,
    elements,
    text: texts.join("\n"),
  };
}

async function contentsOf(page: Page) {
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const byId = new Map<string, string>();
  const all: string[] = [];
  const open: string[] = [];
  for (const item of items) {
    if ("str" in item) {
      const id = open.at(-1) ?? "";
      byId.set(id, `${byId.get(id) ?? ""}${item.str}${item.hasEOL ? " " : ""}`);
      all.push(item.str);
    } else if (item.type.startsWith("begin")) open.push(item.id ?? "");
    else open.pop();
  }
  return { byId, all };
}

function elementOf(node: Node, texts: ReadonlyMap<string, string>): Element {
  const element: Element = { role: node.role, text: "", alt: "alt" in node ? String(node.alt) : null, children: [] };
  for (const child of node.children) {
    if ("role" in child) element.children.push(elementOf(child, texts));
    else if (child.type === "content") element.text += texts.get(child.id) ?? "";
  }
  element.text = element.text.replaceAll(/\s+/g, " ").trim();
  return element;
}

/** All elements with a role, also those within others. */
export function allWithRole(elements: readonly Element[], role: string): Element[] {
  return elements.flatMap((one) => [...(one.role === role ? [one] : []), ...allWithRole(one.children, role)]);
}

/** The cells of a table by rows. */
export function rowsOfTable(table: Element): string[][] {
  return table.children.map(({ children }) => children.map(({ text }) => text));
}
