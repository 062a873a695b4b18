import { z } from "zod";
import { importOptions } from "./imports.ts";

/** The most rows that one repair takes. */
export const MOST_REPAIR_ROWS = 10_000;

const instant = (field: string) =>
  z.iso.datetime({
    offset: true,
    error: `${field} must be an ISO time with its offset, such as "2026-01-31T14:00:00Z".`,
  });
const id = z.number().int().positive();
const serialNumber = z.string().min(1).max(100);
const volume = z.number().min(0).max(2_100_000);
const register = z.number().min(0).max(1e12);

const common = {
  reason: z
    .string("Give a reason: it stays on record.")
    .trim()
    .min(1, "Give a reason: it stays on record.")
    .max(1000)
    .describe("Why; it stays on record."),
  /** true: answers what would change and changes nothing. */
  preview: z.boolean().default(false),
};

/** `h17`: a volume of an hour (or of several, or of an interval); `r5-1769868000`: a stretch of registers of a meter. */
const quarantineIds = z
  .array(z.string().regex(/^(h\d{1,15}|r\d{1,15}-\d{1,12})$/, "quarantine_ids must be ids from the quarantine list."))
  .min(1)
  .max(200);

const acceptRequest = z.strictObject({
  kind: z.literal("accept"),
  ...common,
  quarantine_ids: quarantineIds,
  /**
   * Registers only. `counts`: the step is real water; `reset`: the device restarted its count; `swap`: the register was
   * replaced. After the latter two the register starts over and its step is not a volume.
   */
  as: z.enum(["counts", "reset", "swap"]).optional(),
});

const rejectRequest = z.strictObject({ kind: z.literal("reject"), ...common, quarantine_ids: quarantineIds });

const correctRequest = z.strictObject({
  kind: z.literal("correct"),
  ...common,
  meter_serial_number: serialNumber,
  /** Hours of a meter that reports gallons; `gallons` null: this hour was not measured. */
  hours: z
    .array(
      z.strictObject({
        hour: instant("hour"),
        gallons: volume.nullable(),
        flow_time: z.number().min(0).max(60).nullable().optional(),
        events: z.number().int().min(0).max(32_000).nullable().optional(),
      }),
    )
    .max(2400)
    .optional(),
  /** Intervals of such a meter; `gallons` null: this one was not measured. */
  intervals: z
    .array(
      z.strictObject({
        started_at: instant("started_at"),
        minutes: z.union(
          [1, 5, 10, 15, 30, 60].map((length) => z.literal(length)),
          { error: "minutes must be one of 1, 5, 10, 15, 30, 60." },
        ),
        gallons: volume.nullable(),
        flow_time: z.number().min(0).max(60).nullable().optional(),
        events: z.number().int().min(0).max(32_000).nullable().optional(),
      }),
    )
    .max(2400)
    .optional(),
  /** Registers, in the meter's own unit; `register` null: this one was never read. */
  registers: z
    .array(z.strictObject({ read_at: instant("read_at"), register: register.nullable() }))
    .max(2400)
    .optional(),
});

const swapRequest = z.strictObject({
  kind: z.literal("swap"),
  ...common,
  meter_serial_number: serialNumber.describe("The meter that leaves."),
  swapped_at: instant("swapped_at"),
  closing_register: register.nullable().optional().describe("What its register showed at the end, in its own unit."),
  /** The meter that takes its place: one without a place, or a new one. What is left out is as with the old meter. */
  new_meter: z.strictObject({
    serial_number: serialNumber,
    register_unit: z
      .enum(["gallon", "litre", "cubic foot", "pulse"])
      .nullable()
      .optional()
      .describe("null: it reports gallons by the hour."),
    gallons_per_pulse: z.number().positive().max(100_000).optional().describe("Gallons of one pulse; with pulse only."),
    register_count: z
      .number()
      .min(0)
      .max(10_000)
      .optional()
      .describe("The smallest step of the register in its own unit."),
    register_width: z
      .number()
      .positive()
      .max(1e12)
      .optional()
      .describe("The greatest register in its own unit before it starts again at zero."),
    gateway_serial_number: serialNumber.optional(),
  }),
  /** What the new register showed at the beginning, in its own unit. */
  opening_register: register.nullable().optional(),
});

const reimportRequest = z.strictObject({
  kind: z.literal("reimport"),
  ...common,
  meter_serial_numbers: z.array(serialNumber).min(1).max(200),
  from: instant("from").describe("The range in which only these rows count; the end is exclusive."),
  until: instant("until"),
  readings: z.array(z.unknown()).max(MOST_REPAIR_ROWS).optional().describe("Readings as the ingest call takes them."),
  /** Or the text of a file, read as an import reads it. */
  csv: importOptions
    .omit({ create_units: true, count: true })
    .extend({ text: z.string().min(1) })
    .optional(),
});

/** All open rejected rows with this code and this serial number. */
const where = z.strictObject({ code: z.string().min(1).max(100).optional(), serial_number: serialNumber.optional() });

const redriveRequest = z.strictObject({
  kind: z.literal("redrive"),
  ...common,
  /** Each unchanged, or with its text or its reading corrected. */
  rows: z
    .array(
      z.strictObject({
        id,
        raw: z.string().min(1).max(10_000).optional(),
        reading: z.record(z.string(), z.unknown()).optional().describe("A reading as the ingest call takes it."),
      }),
    )
    .min(1)
    .max(1000)
    .optional(),
  where: where.optional(),
});

const dismissRequest = z.strictObject({
  kind: z.literal("dismiss"),
  ...common,
  ids: z.array(id).min(1).max(1000).optional(),
  where: where.optional(),
});

export const repairRequest = z.discriminatedUnion("kind", [
  acceptRequest,
  rejectRequest,
  correctRequest,
  swapRequest,
  reimportRequest,
  redriveRequest,
  dismissRequest,
]);

const repairKinds = ["accept", "reject", "correct", "swap", "reimport", "redrive", "dismiss"] as const;
export const repairKind = z.enum(repairKinds);

export type RepairRequest = z.output<typeof repairRequest>;
export type RepairKind = RepairRequest["kind"];
export type RequestOf<K extends RepairKind> = Extract<RepairRequest, { kind: K }>;
