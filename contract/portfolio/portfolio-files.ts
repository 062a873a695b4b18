import { z } from "zod";
import { call, file } from "../call/call.ts";
import { reportShape } from "../call/fields.ts";
import { textParams } from "../display/text-params.ts";
import { PDF, SPREADSHEET } from "../files/exports.ts";
import { bedroomFilters, checkFigures } from "../reporting/figures-shape.ts";

export const portfolioFileCalls = {
  "GET /v1/reporting/portfolio-insights/workbook/export": call({
    access: "portfolio",
    summary:
      "The portfolio as one workbook (XLSX) with sheets for its figures, leak cases, savings and devices, in the language and measure of its reader. Filters by bedrooms apply to water, leaks and costs; cases, savings and devices are of all units, and it states that.",
    query: z.strictObject({ ...reportShape, ...bedroomFilters, ...textParams }).superRefine(checkFigures),
    response: file,
    media: [SPREADSHEET],
  }),
  "GET /v1/reporting/portfolio-insights/owner-report/export": call({
    access: "portfolio",
    summary:
      "The report for the owner of the properties as an accessible PDF in the language and measure of its reader: better or worse, costs of twelve months, what to do, properties, verified savings and leak cases.",
    query: z.strictObject({ ...reportShape, ...bedroomFilters, ...textParams }).superRefine(checkFigures),
    response: file,
    media: [PDF],
  }),
};
