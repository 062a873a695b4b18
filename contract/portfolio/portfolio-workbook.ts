import { z } from "zod";
import { call, file } from "../call/call.ts";
import { checkPeriod, reportShape } from "../call/fields.ts";
import { textParams } from "../display/text-params.ts";
import { SPREADSHEET } from "../files/exports.ts";

export const portfolioWorkbookCalls = {
  "GET /v1/reporting/portfolio-insights/workbook/export": call({
    access: "portfolio",
    summary:
      "The portfolio as one workbook (XLSX) with sheets for its figures, leak cases, savings and devices, in the language and measure of its reader.",
    query: z.strictObject({ ...reportShape, ...textParams }).superRefine(checkPeriod),
    response: file,
    media: [SPREADSHEET],
  }),
};
