import { z } from "zod";
import { call } from "./call/call.ts";

export const healthCalls = {
  "GET /health/live": call({
    access: "public",
    summary: "Whether the process answers; needs no database.",
    response: z.object({ status: z.literal("live") }),
  }),
  "GET /health/ready": call({
    access: "public",
    summary: "Whether the database answers too; 503 when it does not.",
    response: z.object({ status: z.literal("ready") }),
  }),
};
