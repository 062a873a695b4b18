import { z } from "zod";

/** The band of a leak percentage: water loss below 5, below 10, below 25, and above. */
export const waterLoss = z
  .object({
    band: z
      .enum(["Excellent", "On Track", "Attention Needed", "Urgent"])
      .describe("By leak percentage: below 5, below 10, below 25, and from there on."),
    text: z.string().describe("The same in a sentence for people."),
  })
  .nullable()
  .describe("How the leak percentage is to be taken. null: there is none.");
export type WaterLoss = z.infer<typeof waterLoss>;
