import { z } from "zod";
import { call } from "./call/call.ts";

export const openApiCalls = {
  "GET /v1/openapi.json": call({
    access: "public",
    summary: "Every call of the product, as an OpenAPI 3.1 document. The page /api-docs reads it and tries the calls.",
    response: z.looseObject({ openapi: z.string().describe("Version of OpenAPI.") }),
  }),
};
