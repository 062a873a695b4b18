/** Import walls: contract <- server, contract <- web; in the server: http -> areas -> database; the simulator stands alone. */
module.exports = {
  forbidden: [
    {
      name: "contract-stands-alone",
      comment: "The contract is what both sides agree on: it imports neither.",
      severity: "error",
      from: { path: "^contract/" },
      to: { path: "^(server|web|simulator|bench|e2e|scripts)/" },
    },
    {
      name: "web-knows-only-the-contract",
      comment: "The browser gets its types from contract/; server code must not reach it.",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^(server|simulator|bench|e2e|scripts)/" },
    },
    {
      name: "no-zod-in-the-browser",
      comment:
        "Import types from the contract (import type): its schemas would cost 24 kB. The rules of passwords and of formulas, and labels, have none.",
      severity: "error",
      from: { path: "^web/", pathNot: "\\.test\\.ts$" },
      to: {
        path: "^contract/",
        pathNot: "^contract/(password-rules|formula|labels)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "server-knows-no-web",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^(web|bench|e2e|scripts)/" },
    },
    {
      name: "only-the-demo-simulates",
      comment: "The simulator is for the demo, tests and benches. The product itself must not depend on it.",
      severity: "error",
      from: { path: "^server/", pathNot: ["^server/demo/", "\\.test\\.ts$"] },
      to: { path: "^simulator/" },
    },
    {
      name: "areas-know-no-http",
      comment: "http calls the areas, never the other way round: pass what you need as an argument.",
      severity: "error",
      from: {
        path: "^server/(accounts|organizations|ingest|imports|metering|leaks|devices|costs|reporting|database|demo|uploads|retention|repairs|alerts|occupancy|uplinks|mqtt|leak-calls|rule-settings|mail|inventory|openapi|exports|search|watching)/",
        pathNot: ["\\.test\\.ts$", "/testing/"],
      },
      to: { path: "^server/http/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "database-knows-no-area",
      severity: "error",
      from: { path: "^server/database/" },
      to: {
        path: "^server/(accounts|organizations|ingest|imports|metering|leaks|devices|reporting|demo|http|cli|uploads|retention|repairs|alerts|occupancy|uplinks|mqtt|leak-calls|rule-settings|mail|inventory|openapi|exports|search|watching)/",
      },
    },
    {
      name: "leak-rules-are-pure",
      comment: "Rules are a function of readings: the database, the clock and the network stay outside.",
      severity: "error",
      from: { path: "^server/leaks/", pathNot: "\\.test\\.ts$" },
      to: { path: ["^server/(?!leaks/|metering/(meter-day|local-day)\\.ts)", "node_modules/(pg|kysely)/"] },
    },
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only", "dynamic-import"] } },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^web/dist/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".js", ".css"] },
  },
};
