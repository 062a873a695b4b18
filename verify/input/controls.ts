/** Faults put into the server on purpose, each of which must be noticed. */
export interface Control {
  title: string;
  /** The file's path from the root, with a slash before it. */
  file: string;
  from: string;
  to: string;
}

const ROUTE = "/server/http/route/route.ts";

export const controls: readonly Control[] = [
  {
    title: "fields that are not known are dropped",
    file: ROUTE,
    from: "if (result.success) return result.data;",
    to: `if (result.success) return result.data;
      const unknown = new Set(result.error.issues.flatMap((issue) => ("keys" in issue ? issue.keys : [])));
      const rest = Object.fromEntries(Object.entries(Object(value)).filter(([key]) => !unknown.has(key)));
      if (unknown.size > 0) return parse(schema, part, rest, code);`,
  },
  {
    title: "texts become numbers, and null becomes 0",
    file: ROUTE,
    from: "const result = schema.safeParse(value,",
    to: `if (part === "body" && value !== undefined) {
        value = JSON.parse(JSON.stringify(value), (_key, inner) =>
          inner === null ? 0 : typeof inner === "string" && inner !== "" && !Number.isNaN(Number(inner)) ? Number(inner) : inner,
        );
      }
      const result = schema.safeParse(value,`,
  },
  {
    title: "texts that cannot be stored go to the database",
    file: "/server/problem/unstorable-text.ts",
    from: "const path = unstorableText(read);",
    to: "const path: string | null = [null, unstorableText][0];",
  },
  {
    title: "answers have more than the contract says",
    file: ROUTE,
    from: "return definition.response.parse(result);",
    to: "return { ...definition.response.parse(result), more: 1 };",
  },
  {
    title: "a rejection does not name the field",
    file: ROUTE,
    from: "throw new ProblemError(code, detail, fields);",
    to: 'throw new ProblemError(code, "The request is not valid.", {});',
  },
  {
    title: "a rejection changes something",
    file: "/server/http/throttle/rejected-writes.ts",
    from: "const call = callOf(request);",
    to: `const call = callOf(request);
      await deps.connections.accounts.updateTable("users").set({ business_title: request.id }).execute();`,
  },
  {
    title: "a method that is not served is not told from an address that is not",
    file: "/server/http/errors.ts",
    from: "if (allowed.length > 0) {",
    to: "if (allowed.length > 99) {",
  },
  {
    title: "a removed building stays",
    file: "/server/inventory/places/buildings.ts",
    from: `await sql\`delete from buildings where property_id = \${propertyId} and id = \${buildingId}\`.execute(tx);`,
    to: "",
  },
  {
    title: "archived properties are counted",
    file: "/server/inventory/organization-list.ts",
    from: "and p.archived_at is null) as properties_count",
    to: ") as properties_count",
  },
];
