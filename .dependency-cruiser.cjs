/**
 * Areas of the server from the ground up: one imports from layers below its own, and nothing from beside it. The entry
 * points (files right in server/) stand above all of them but the command line.
 */
const layers = [
  ["database", "language", "network", "openapi", "problem", "readings", "secrets", "time"],
  ["leaks", "mail", "outbox", "outgoing", "packed-months", "query", "queue"],
  ["audit", "metering", "search"],
  ["accounts", "costs", "ingest", "organizations", "rule-settings", "webhooks"],
  ["imports", "mqtt", "retention", "uplinks", "metrics"],
  ["occupancy", "uploads"],
  ["devices", "corrections"],
  ["inventory", "reporting"],
  ["leaks-api"],
  ["alerts", "demo", "exports"],
  ["report-files"],
  ["notifications"],
  ["http"],
];

function layerRule(areas, layer) {
  const below = layers.slice(0, layer).flat().join("|");
  return {
    name: `layer-${layer + 1}`,
    comment: `${areas.join(", ")} may import only from ${below === "" ? "no other area" : below.replaceAll("|", ", ")}.`,
    severity: "error",
    from: { path: `^server/(${areas.join("|")})/`, pathNot: ["\\.test\\.ts$", "/testing/"] },
    to: { path: "^server/", pathNot: ["^server/$1/", ...(below === "" ? [] : [`^server/(${below})/`])] },
  };
}

/** Import rules: contract <- server, contract <- web; in the server: layers; the simulator stands alone. */
module.exports = {
  forbidden: [
    {
      name: "contract-stands-alone",
      comment: "The contract is what both sides agree on: it imports neither.",
      severity: "error",
      from: { path: "^contract/" },
      to: { path: "^(server|web|simulator|bench|leak-benchmark|e2e|scripts)/" },
    },
    {
      name: "leak-benchmark-stands-alone",
      comment: "Others run the benchmark without the product: it imports its own files and what Node has.",
      severity: "error",
      from: { path: "^leak-benchmark/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: ["^leak-benchmark/", "^node:"], dependencyTypesNot: ["core"] },
    },
    {
      name: "web-knows-only-the-contract",
      comment: "The browser gets its types from contract/; server code must not reach it.",
      severity: "error",
      from: { path: "^web/" },
      to: { path: "^(server|simulator|bench|leak-benchmark|e2e|scripts)/" },
    },
    {
      name: "no-zod-in-the-browser",
      comment:
        "Import types from the contract (import type): its schemas would cost 24 kB. The rules of passwords and CSV, labels, measures, choices of cases, presets, the limit of batteries, names of failures, and kinds and defaults of notifications and reports have none.",
      severity: "error",
      from: { path: "^web/", pathNot: "\\.test\\.ts$" },
      to: {
        path: "^contract/",
        pathNot:
          "^contract/(accounts/(password-rules|single-sign-on-failures)|files/csv|labels/labels|leaks/(case-choices|leak-presets)|inventory/low-battery|display/(languages|measures)|notifications/(notice-kinds|default-notifications|report-kinds))\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "server-knows-no-web",
      severity: "error",
      from: { path: "^server/" },
      to: { path: "^(web|bench|leak-benchmark|e2e|scripts)/" },
    },
    {
      name: "only-the-demo-simulates",
      comment: "The simulator is for the demo, tests and benches. The product itself must not depend on it.",
      severity: "error",
      from: { path: "^server/", pathNot: ["^server/demo/", "\\.test\\.ts$"] },
      to: { path: "^simulator/" },
    },
    {
      name: "leak-rules-are-pure",
      comment: "Rules are a function of readings: the database, the clock and the network stay outside.",
      severity: "error",
      from: { path: "^server/leaks/", pathNot: "\\.test\\.ts$" },
      to: { path: ["^server/(?!leaks/|readings/|time/(local-day|durations)\\.ts)", "node_modules/(pg|kysely)/"] },
    },
    {
      name: "no-circles",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    ...layers.map(layerRule),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^web/dist/" },
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".js", ".css"] },
  },
};
