import { z } from "zod";
import { type CallName, calls } from "../../../contract/calls.ts";
import { dayText, localDayAt } from "../../../server/time/local-day.ts";
import type { Draws } from "../../../simulator/random.ts";
import { one, some } from "../../harness/random.ts";
import type { Property, Stored } from "../stored/stored.ts";
import type { ReportRequest } from "./request.ts";

type Pair = readonly [string, string];

interface Drawing {
  call: CallName;
  draws: Draws;
  now: number;
  /** What the asker sees. */
  properties: Property[];
  organizationIds: number[];
  /** Words that a parameter takes, where it takes only some. */
  allowedValues: readonly string[];
}

const described = z.object({
  properties: z.record(z.string(), z.looseObject({ enum: z.array(z.unknown()).optional() })).default({}),
  required: z.array(z.string()).default([]),
});

/** Parameters of a call and the words that each takes; empty: anything of its kind. */
export function parametersOf(call: CallName): Map<string, { allowedValues: string[]; isRequired: boolean }> {
  const definition: { query?: z.ZodType } = calls[call];
  if (definition.query === undefined) return new Map();
  const schema = described.parse(z.toJSONSchema(definition.query, { io: "input", unrepresentable: "any" }));
  return new Map(
    Object.entries(schema.properties).map(([name, { enum: allowedValues = [] }]) => [
      name,
      { allowedValues: allowedValues.map(String), isRequired: schema.required.includes(name) },
    ]),
  );
}

/** How a value of a parameter is drawn. None: it is left out. */
const drawn: Readonly<Record<string, (drawing: Drawing) => Pair[]>> = {
  days_ago: () => [],
  start_date: period,
  end_date: () => [],
  organization_id: ({ draws, organizationIds }) => {
    if (organizationIds.length === 0 || !draws.chance(0.25)) return [];
    return repeated("organization_id", some(draws, organizationIds, draws.whole(1, 2)));
  },
  property_id: ({ draws, properties }) => {
    if (properties.length === 0 || !draws.chance(0.45)) return [];
    return repeated(
      "property_id",
      some(draws, properties, draws.whole(1, 3)).map(({ id }) => id),
    );
  },
  building_id: ({ call, draws, properties }) => {
    if (!draws.chance(0.25)) return [];
    const all = properties.flatMap(({ buildings }) => buildings).map(({ id }) => id);
    return repeated("building_id", some(draws, all, isHeatMap(call) ? 1 : draws.whole(1, 3)));
  },
  unit_id: ({ draws, properties }) => {
    if (!draws.chance(0.25)) return [];
    const all = properties.flatMap(({ units }) => units).map(({ id }) => id);
    return repeated("unit_id", some(draws, all, draws.whole(1, 6)));
  },
  comparison: ({ draws }) => (draws.chance(0.6) ? [["comparison", "previous_period"]] : []),
  bedrooms_from: bedrooms,
  bedrooms_to: () => [],
  ordering: drawEnum("ordering", 0.85),
  page: ({ draws }) => (draws.chance(0.3) ? [["page", String(draws.whole(1, 3))]] : []),
  // The path has it already.
  granularity_type: () => [],
  // The list is read by its pages, which would be others.
  offset: () => [],
  page_size: ({ draws }) => (draws.chance(0.6) ? [["page_size", String(one(draws, [1, 3, 10, 25, 50]))]] : []),
  include_active_leak: ({ draws }) => (draws.chance(0.5) ? [["include_active_leak", "true"]] : []),
  only_active: ({ draws }) => (draws.chance(0.35) ? [["only_active", one(draws, ["true", "false"])]] : []),
  only_to_do: ({ draws }) => (draws.chance(0.35) ? [["only_to_do", one(draws, ["true", "false"])]] : []),
  resolution: drawEnum("resolution", 0.7),
  outcome: drawEnum("outcome", 0.8),
  by: drawEnum("by", 0.7),
  date: ({ draws, now, properties }) => {
    if (!draws.chance(0.4)) return [];
    const today = localDayAt(properties[0]?.timeZone ?? "UTC", now).day;
    return [["date", dayText(today - draws.whole(0, 40))]];
  },
  performance: ({ draws }) => {
    if (!draws.chance(0.25)) return [];
    return repeated(
      "performance",
      some(draws, ["on_track", "opportunities", "critical", "zero_usage"], draws.whole(1, 2)),
    );
  },
  state: ({ draws, properties }) => {
    if (!draws.chance(0.25)) return [];
    return repeated("state", [...new Set(some(draws, properties, draws.whole(1, 3)).map(({ state }) => state))]);
  },
  status: ({ draws }) => {
    if (!draws.chance(0.3)) return [];
    return repeated("status", some(draws, ["online", "delayed", "offline", "unknown"], draws.whole(1, 2)));
  },
  device_type: ({ draws }) => {
    if (!draws.chance(0.3)) return [];
    return repeated("device_type", some(draws, ["gateway", "router", "meter"], draws.whole(1, 2)));
  },
  healthy_min: ({ draws }) => (draws.chance(0.3) ? [["healthy_min", String(draws.whole(88, 100))]] : []),
  warning_min: ({ draws }) => (draws.chance(0.3) ? [["warning_min", String(draws.whole(0, 870) / 10)]] : []),
};

/** A heat map is of one building and of 92 days at most. */
const isHeatMap = (call: CallName) => call.endsWith("/heat-map");

function period({ call, draws, now, properties }: Drawing): Pair[] {
  const kind = draws.whole(0, 9);
  if (kind === 0) return [];
  if (kind <= 5) return [["days_ago", String([0, 1, 7, 7, 30][kind - 1])]];
  const zone = properties.length === 0 ? "UTC" : one(draws, properties).timeZone;
  const today = localDayAt(zone, now).day;
  const last = today - draws.whole(0, 70);
  const first = last - one(draws, [0, 1, 6, 13, 30, 60, isHeatMap(call) ? 91 : 200]);
  return [
    ["start_date", dayText(first)],
    ["end_date", dayText(last)],
  ];
}

function bedrooms({ draws }: Drawing): Pair[] {
  if (!draws.chance(0.4)) return [];
  const from = draws.whole(0, 3);
  const to = draws.chance(0.3) ? 7 : draws.whole(from, 5);
  return [
    ["bedrooms_from", String(from)],
    ["bedrooms_to", String(to)],
  ];
}

function drawEnum(name: string, chance: number) {
  return ({ draws, allowedValues }: Drawing): Pair[] =>
    draws.chance(chance) ? [[name, one(draws, allowedValues)]] : [];
}

function repeated(name: string, values: readonly number[] | readonly string[]): Pair[] {
  return values.map((value) => [name, String(value)]);
}

/** Parameters of report calls that no request would ever use. */
export function unaskedParameters(call: CallName): string[] {
  return [...parametersOf(call).keys()].filter((name) => !(name in drawn));
}

/** A random request of a call by somebody who sees some of the properties, at one of the instants. */
export function drawRequest(call: CallName, stored: Stored, instants: readonly number[], draws: Draws): ReportRequest {
  const living = stored.properties.filter(({ isArchived }) => !isArchived);
  const seen = draws.chance(0.4) ? living : some(draws, living, draws.whole(1, living.length));
  const organizationIds = draws.chance(0.5)
    ? [...stored.organizations.keys()]
    : [...new Set(seen.flatMap(({ organizationId }) => (organizationId === null ? [] : [organizationId])))];
  const now = one(draws, instants);
  const request: ReportRequest = {
    call,
    params: {},
    pairs: [],
    propertyIds: seen.map(({ id }) => id),
    organizationIds,
    now,
  };
  const { params, pairs: named } = drawParams(call, seen, draws);
  const pairs: Pair[] = [...named];
  for (const [name, { allowedValues }] of parametersOf(call)) {
    const draw = drawn[name];
    if (draw === undefined) throw new Error(`${call} has a parameter that no question asks with: ${name}.`);
    // What names the place already needs no other.
    if (named.some(([taken]) => taken === name) || (call.includes("{meter}") && name === "organization_id")) continue;
    if (call.includes("{") && name === "property_id") continue;
    pairs.push(...draw({ call, draws, now, properties: seen, organizationIds, allowedValues }));
    if (ID_NAMES.includes(name) && !isHeatMap(call) && draws.chance(0.02))
      pairs.push([name, String(one(draws, outOfSight(request, stored)))]);
  }
  return { ...request, params, pairs };
}

const ID_NAMES = ["organization_id", "property_id", "building_id", "unit_id"];

/** Ids of properties that the asker does not see, and one that nothing has. */
function outOfSight({ propertyIds }: ReportRequest, { properties }: Stored): number[] {
  return [987_654_321, ...properties.map(({ id }) => id).filter((id) => !propertyIds.includes(id))];
}

function drawParams(
  call: CallName,
  seen: readonly Property[],
  draws: Draws,
): { params: Record<string, string>; pairs: Pair[] } {
  const property = one(draws, seen);
  if (call.includes("{meter}")) {
    // Leaking ones tell more.
    const leaking = property.meters.filter(({ id }) => property.leaks.some(({ meterId }) => meterId === id));
    const meter = one(draws, leaking.length > 0 && draws.chance(0.7) ? leaking : property.meters);
    // No other property has a meter of the same number.
    return { params: { meter: meter.serial }, pairs: draws.chance(0.7) ? [["property_id", String(property.id)]] : [] };
  }
  return { params: call.includes("{id}") ? { id: String(property.id) } : {}, pairs: [] };
}
