import { z } from "zod";
import { call, file } from "../call/call.ts";
import { id } from "../call/fields.ts";

export const propertyExportCalls = {
  "GET /v1/reporting/leak-report/properties/{id}/export": call({
    access: "admin",
    summary:
      "A property with everything in it, as one JSON document: places, meters, devices, prices, occupancy, leaks with their evidence, repairs, and all days with their hours. For administrators only, because it contains corrections and their authors.",
    params: z.strictObject({ id: id.describe("Id of the property.") }),
    response: file,
    media: ["application/json"],
  }),
};
