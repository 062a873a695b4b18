import { Command } from "commander";
import { importsBench } from "./imports/imports.ts";

/** `npm run bench -- NAME`: the figures. */
const benches = new Command("bench").description(
  "Measures the product. --record keeps the figures in docs/figures.md.",
);
benches.addCommand(importsBench());
await benches.parseAsync();
