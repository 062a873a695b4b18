import { z } from "zod";

/** The band of a leak percentage: water loss below 5, below 10, below 25, and above. */
export const waterLoss = z
  .object({
    band: z
      .enum(["Excellent", "On Track", "Attention Needed", "Urgent"])
      .describe("By leak percentage: below 5, below 10, below 25, and 25 or more."),
    text: z.string().describe("The same in a sentence for people."),
  })
  .nullable()
  .describe("Rating of the leak percentage. null: no percentage.");
export type WaterLoss = z.infer<typeof waterLoss>;
