import { replaceSource } from "./replace-source.ts";

// Changes of prices wait for nobody, and edits do not look at what they were begun on.
replaceSource("/server/costs/hold-properties.ts", [
  ["for (const propertyId of propertyIds) {", "for (const propertyId of propertyIds.slice(0, 0)) {"],
]);
replaceSource("/server/accounts/users/change-users.ts", [["if (begun !== null && (", "if (false && ("]]);
