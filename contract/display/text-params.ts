import { z } from "zod";
import { languages } from "./languages.ts";
import { measures } from "./measures.ts";

/** How the sentences of an answer are written. */
export const textParams = {
  language: z.enum(languages).default("en").describe("Of sentences: en or es."),
  measure: z.enum(measures).default("gallon").describe("Of volumes in sentences. Fields are in gallons."),
};
