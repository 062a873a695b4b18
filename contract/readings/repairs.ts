import { z } from "zod";
import { call } from "../call/call.ts";
import { gallons, id, orderingBy, paged, paging } from "../call/fields.ts";
import { repairEffect } from "./repair-effect.ts";
import { repairKind, repairRequest } from "./repair-request.ts";

const instant = z.iso.datetime({ offset: true });
const property = z.strictObject({ property_id: id });

/** What a row that was sent again came to. */
export const redriven = z.object({
  id: z.number().int(),
  status: z.enum(["stored", "duplicate", "rejected"]),
  code: z.string().optional(),
  reason: z.string().optional(),
});
export type Redriven = z.infer<typeof redriven>;

const repairRow = z.object({
  /** null in a preview. */
  id: z.number().int().nullable(),
  kind: repairKind,
  reason: z.string(),
  /** An e-mail address, or the command line and its user. */
  made_by: z.string(),
  made_at: instant,
  /** null: it holds. */
  undone_by: z.string().nullable(),
  undone_at: instant.nullable(),
});

const listedRepair = repairRow.extend({
  id: z.number().int(),
  /** Days of meters that it changed, and leaks. */
  days_changed: z.number().int(),
  gallons_before: gallons.nullable(),
  gallons_after: gallons.nullable(),
  leaks_opened: z.number().int(),
  leaks_gone: z.number().int(),
  leaks_changed: z.number().int(),
});

const repair = repairRow.extend({
  /** The request as received. */
  request: z.unknown(),
  effect: repairEffect,
  /** Of a redrive, what became of each row. */
  rejected_readings: z.array(redriven),
});
export type Repair = z.infer<typeof repair>;
export type ListedRepair = z.infer<typeof listedRepair>;

const answer = repair.extend({
  /** Whether it only shows what would change, and changed nothing. */
  preview: z.boolean(),
});
export type RepairAnswer = z.infer<typeof answer>;

const quarantined = z.object({
  /** For `quarantine_ids` of accept and reject. */
  id: z.string(),
  /** A volume of one hour, of several hours or of an interval, or a stretch of registers. */
  sort: z.enum(["hour", "lump", "interval", "registers"]),
  meter_serial_number: z.string(),
  attached_to: z.string(),
  building_name: z.string(),
  /** null: the whole building, or irrigation. */
  unit_name: z.string().nullable(),
  /** Begin of the (last) hour or of the interval, or instant of the first register concerned. */
  measured_at: instant,
  /** Registers: instant of the last one so far that is not counted; hours: as `measured_at`. */
  last_at: instant,
  hours: z.number().int(),
  /** The length of an interval; null for the others. */
  minutes: z.number().int().nullable(),
  /** Hours and intervals: the volume. Registers: the step from the highest before, negative for a fall. */
  gallons,
  /** The most that the point can pass in that time; null: not limited by it. */
  most_gallons: gallons.nullable(),
  flow_time: z.number().nullable(),
  events: z.number().nullable(),
  /** Registers: whether they fell or ran too fast. */
  finding: z.enum(["fell", "too much"]).nullable(),
  /** Registers in gallons; null for hours. */
  register_before: gallons.nullable(),
  register: gallons.nullable(),
  /** When it came in; null for registers. */
  received_at: instant.nullable(),
  decision: z.enum(["accepted", "rejected"]).nullable(),
  repair_id: z.number().int().nullable(),
  /** The hours around it as they count now; null: not measured. */
  around: z.array(z.object({ starts_at: instant, gallons: gallons.nullable(), is_estimated: z.boolean() })),
});
export type Quarantined = z.infer<typeof quarantined>;

const rejectedReading = z.object({
  id: z.number().int(),
  state: z.enum(["open", "stored", "dismissed"]),
  /** The file's name, or the gateway. */
  source: z.string(),
  source_row: z.number().int(),
  /** The row as it came. */
  raw: z.string(),
  /** Whether the raw text is a JSON reading, a line of a file, or the post of a LoRaWAN network server. */
  raw_form: z.enum(["json", "file", "uplink"]),
  code: z.string(),
  reason: z.string(),
  received_at: instant,
});
export type RejectedReading = z.infer<typeof rejectedReading>;

const properties = "/v1/properties/{property_id}" as const;

export const repairCalls = {
  [`GET ${properties}/quarantine` as const]: call({
    access: "admin",
    summary:
      "The quarantine: readings that do not count until a person decides: volumes beyond what a point can pass, and stretches of registers that fell or rose too fast, each with the hours around it.",
    params: property,
    query: z.strictObject({
      ...paging,
      state: z.enum(["open", "accepted", "rejected", "all"]).default("open"),
      meter_serial_number: z.string().min(1).max(100).optional(),
      ordering: orderingBy(["measured_at"], "-measured_at"),
    }),
    response: paged(quarantined),
  }),
  [`GET ${properties}/rejected-readings` as const]: call({
    access: "admin",
    summary: "Rejected rows, with their text and the reason.",
    params: property,
    query: z.strictObject({
      ...paging,
      state: z.enum(["open", "stored", "dismissed", "all"]).default("open"),
      code: z.string().min(1).max(100).optional(),
      source: z.string().min(1).max(300).optional(),
      /** Rows whose text holds this, such as a serial number. */
      text: z.string().min(1).max(100).optional(),
      ordering: orderingBy(["received_at", "source", "code"], "-received_at"),
    }),
    response: paged(rejectedReading),
  }),
  [`GET ${properties}/repairs` as const]: call({
    access: "admin",
    summary: "Corrections of readings, newest first.",
    params: property,
    query: z.strictObject({
      ...paging,
      kind: repairKind.optional(),
      undone: z.enum(["true", "false"]).optional(),
      ordering: orderingBy(["made_at"], "-made_at"),
    }),
    response: paged(listedRepair),
  }),
  [`GET ${properties}/repairs/{repair_id}` as const]: call({
    access: "admin",
    summary: "One correction: its request, author, reason and effect.",
    params: z.strictObject({ property_id: id, repair_id: id }),
    response: repair,
  }),
  [`POST ${properties}/repairs` as const]: call({
    access: "admin",
    summary:
      "Accepts or rejects quarantined readings, corrects hours, intervals or registers, swaps a meter, reimports a range, processes rejected rows again or dismisses them. `preview` returns the effect without applying it.",
    params: property,
    maxBodyKib: 1024,
    body: repairRequest,
    response: answer,
  }),
  [`POST ${properties}/repairs/{repair_id}/undo` as const]: call({
    access: "admin",
    summary: "Undoes a correction, as if it had never been made. `preview` returns the effect without applying it.",
    params: z.strictObject({ property_id: id, repair_id: id }),
    body: z.strictObject({ preview: z.boolean().default(false) }),
    response: answer,
  }),
};
