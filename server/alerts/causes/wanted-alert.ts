import { z } from "zod";
import { leakKind } from "../../../contract/leaks/leaks.ts";

/** A leak's figures at the time; volumes in thousandths of a gallon, null: not known yet. */
const LeakDetails = z.object({ leak: leakKind, gallons_per_day: z.number().nullable(), gallons_total: z.number() });

/** Of a gateway or router, which may be removed later; null: of a meter. Alerts raised before this was stored have none. */
const serial = z.string().nullable().optional();

/**
 * An alert's kind with its details besides its place, as stored. Instants are ISO texts, days `yyyy-MM-dd`, volumes
 * thousandths of a gallon.
 */
export const AlertContent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("leak opened"), details: LeakDetails }),
  z.object({
    kind: z.literal("leak grew"),
    /** How many times its first rate it reached: 2, 4, 8… */
    details: LeakDetails.extend({
      gallons_per_day_first: z.number(),
      /** null: an alert of before this was stored, of which gallons_per_day is the highest. */
      gallons_per_day_highest: z.number().nullable().default(null),
      times: z.number(),
    }),
  }),
  z.object({ kind: z.literal("leak ended"), details: LeakDetails.extend({ ended_at: z.string() }) }),
  z.object({
    kind: z.literal("case overdue"),
    /** `due_on`: the deadline, the last local day in time. Of alerts raised before they had a rate it is null. */
    details: z.object({ leak: leakKind, due_on: z.string(), gallons_per_day: z.number().nullable().default(null) }),
  }),
  z.object({
    kind: z.literal("device down"),
    /**
     * `last_seen_at`: null: a meter that replaced another and was never seen; `meters`: behind a gateway or router;
     * `gateway`: of a meter, where the inventory names one.
     */
    details: z.object({
      serial,
      last_seen_at: z.string().nullable(),
      meters: z.number().nullable(),
      gateway: z.string().nullable(),
    }),
  }),
  z.object({
    kind: z.literal("low battery"),
    /** Per cent, as last reported. */
    details: z.object({ serial, battery: z.number(), reported_at: z.string() }),
  }),
  z.object({
    kind: z.literal("signal fell"),
    /** dBm: of the last days, and usual before. */
    details: z.object({ serial, signal: z.number(), usual: z.number() }),
  }),
  z.object({
    kind: z.literal("no consumption"),
    /** `last_used`: null: water was never seen to run. */
    details: z.object({ occupancy: z.enum(["occupied", "unknown"]), last_used: z.string().nullable() }),
  }),
  z.object({
    kind: z.literal("vacant but used"),
    /** `since`: its first day without tenants; null: not known, nor is it in details that an earlier release stored. */
    details: z.object({ gallons: z.number(), as_of: z.string(), since: z.string().nullable().default(null) }),
  }),
  z.object({ kind: z.literal("quarantine"), details: z.object({ readings: z.number() }) }),
  z.object({
    kind: z.literal("price ended"),
    /** `last_day`: the last one with the price; `falls_to`: the price that counts since. */
    details: z.object({ units: z.number(), last_day: z.string(), falls_to: z.enum(["organization", "default"]) }),
  }),
]);
export type AlertContent = z.output<typeof AlertContent>;

/** An alert that should be open now, as one of the causes finds it. */
export type WantedAlert = AlertContent & {
  /** One open alert for each kind and cause. */
  cause: string;
  meterId: number | null;
  unitId: number | null;
  device: "gateway" | "router" | "meter" | null;
  deviceId: number | null;
  /** When the cause began, by measured time. */
  beganAt: Date;
};
