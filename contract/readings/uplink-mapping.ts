import { z } from "zod";

const path = z
  .string()
  .min(1)
  .max(200)
  .describe("Name of a field of the decoded payload; dots lead into objects, as in water.total.");
const factor = z
  .number()
  .positive()
  .default(1)
  .describe("Factor for the device's number, such as 0.264172 from litres to gallons.");
const amount = z.strictObject({ field: path, factor });

/** How the decoded payloads that a LoRaWAN network server posts become readings, as it may be stored. */
export const uplinkMapping = z
  .strictObject({
    serial: z
      .discriminatedUnion("from", [
        z.strictObject({ from: z.literal("dev_eui") }),
        z.strictObject({ from: z.literal("device_name") }),
        z.strictObject({ from: z.literal("field"), field: path }),
      ])
      .default({ from: "dev_eui" })
      .describe("Where the meter's serial number comes from. Case matters only if two serial numbers differ by it."),
    f_ports: z
      .array(z.number().int().min(0).max(255))
      .min(1)
      .max(256)
      .optional()
      .describe("Only messages on these ports have readings; by default all."),
    list: z
      .strictObject({
        field: path,
        newest_first: z.boolean().default(true),
      })
      .optional()
      .describe(
        "A payload with several hours: the field with the list. The fields below are then looked up in each item, then in the payload; an item that is a plain number is called value.",
      ),
    gallons: amount.optional().describe("The volume of an hour; factor turns the device's unit into gallons."),
    register: amount
      .optional()
      .describe(
        "The state of a cumulative register; factor turns it into the unit that the inventory gives the meter.",
      ),
    time: z
      .strictObject({
        field: path,
        format: z.enum(["iso", "unix_seconds", "unix_milliseconds"]).default("iso"),
        marks: z
          .enum(["begin", "end"])
          .default("begin")
          .describe("Whether the time is the start or the end of the hour; a register is read at the time itself."),
      })
      .optional()
      .describe(
        "When it was measured. Default: a register is read when the network received it, gallons are those of the minutes up to then, and of a list or without minutes those of the last whole interval or hour before; items of a list are an hour (or minutes) apart, counted from the newest. A time next to a list is that of its newest item.",
      ),
    minutes: z
      .union([1, 5, 10, 15, 30, 60].map((length) => z.literal(length)))
      .optional()
      .describe(
        "The length of the interval of gallons, and the distance between items of a list. Required for gallons without hours. Where a mapping saved earlier lacks it, gallons are those of a whole hour: of several messages in an hour only one counts.",
      ),
    flow_time: amount.optional().describe("Minutes of the hour in which water ran; factor 0.0166667 for seconds."),
    events: z.strictObject({ field: path }).optional().describe("Separate draws in the hour."),
    hours: z.strictObject({ field: path }).optional().describe("Number of hours that the volume covers, if not one."),
    battery: z
      .discriminatedUnion("unit", [
        z.strictObject({ field: path, unit: z.literal("percent") }),
        z.strictObject({ field: path, unit: z.literal("volt"), empty: z.number(), full: z.number() }),
      ])
      .optional()
      .describe("The device's battery: percent, or volts between empty and full."),
    sequence: z
      .enum(["send_time", "f_cnt", "none"])
      .optional()
      .describe(
        "Which of two values for an hour counts: the one sent later (send_time, also after a restart of the device), the one of the higher frame counter (f_cnt, which restarts at 0 when the device joins again), or the greater one (none). Default: send_time, and none where a list repeats hours.",
      ),
  })
  .superRefine((mapping, context) => {
    if ((mapping.gallons === undefined) === (mapping.register === undefined)) {
      context.addIssue({ code: "custom", path: ["gallons"], message: "Give either gallons or register." });
    }
    if (mapping.register !== undefined) {
      for (const name of ["flow_time", "events", "hours", "minutes"] as const) {
        if (mapping[name] === undefined) continue;
        context.addIssue({ code: "custom", path: [name], message: `A register has no ${name}: leave it out.` });
      }
    }
    if (mapping.minutes !== undefined && mapping.hours !== undefined) {
      context.addIssue({ code: "custom", path: ["minutes"], message: "Give either minutes or hours." });
    }
    if (mapping.battery?.unit === "volt" && mapping.battery.full <= mapping.battery.empty) {
      context.addIssue({ code: "custom", path: ["battery"], message: "full must be more volts than empty." });
    }
  });
export type UplinkMapping = z.output<typeof uplinkMapping>;

/** A mapping to be saved: of a device that sends four times an hour a default of one hour would keep one volume of four. */
export const newUplinkMapping = uplinkMapping.superRefine((mapping, context) => {
  if (mapping.gallons === undefined || mapping.minutes !== undefined || mapping.hours !== undefined) return;
  context.addIssue({
    code: "custom",
    path: ["minutes"],
    message: "Give minutes, the length of the interval that gallons cover: 1, 5, 10, 15, 30 or 60.",
  });
});
