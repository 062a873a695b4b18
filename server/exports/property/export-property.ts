import type { Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import type { Clock } from "../../time/clock.ts";
import { meterDays, sumSections } from "./days.ts";
import { leakSections } from "./leaks.ts";
import { placeSections } from "./places.ts";
import { priceSections } from "./prices.ts";
import { readingSections } from "./readings.ts";
import { AsRead } from "./section.ts";

/** Grows when a reader of the format must learn something; fields may be added without. */
const VERSION = 2;

/**
 * A property with everything in it as one JSON document, a piece of text for each batch of rows; every row is on a line
 * of its own. Contents: `docs/api.md`.
 * @param between is awaited before each batch but the first of a list; what it throws ends the document
 */
export async function* exportProperty(
  tx: Transactional,
  property: { id: number; timeZone: string },
  clock: Clock,
  between: () => Promise<void>,
): AsyncGenerator<string> {
  const head = { format: "dripline-property", version: VERSION, exported_at: new Date(clock()).toISOString() };
  yield `${JSON.stringify(head).slice(0, -1)},\n"property":${JSON.stringify(await detailsOf(tx, property.id))}`;
  const days = [meterDays(property.timeZone), ...sumSections];
  for (const section of [...placeSections, ...priceSections, ...leakSections, ...readingSections, ...days]) {
    let separator = `,\n${JSON.stringify(section.name)}:[\n`;
    const empty = separator;
    for await (const rows of section.read(tx, property.id)) {
      if (separator !== empty) await between();
      yield separator + rows.map((row) => JSON.stringify(row)).join(",\n");
      separator = ",\n";
    }
    yield separator === empty ? `${empty}]` : "\n]";
  }
  yield "}\n";
}

async function detailsOf(tx: Transactional, id: number): Promise<object | undefined> {
  return queryRow(tx, AsRead)`
    select properties.id, properties.organization_id, organizations.name as organization_name, properties.name,
      properties.street, properties.city, properties.state, properties.zip_code, properties.contact_phone,
      properties.contact_email, properties.time_zone, properties.hours_from as hours_kept_from
    from properties left join organizations on organizations.id = properties.organization_id
    where properties.id = ${id}`;
}
