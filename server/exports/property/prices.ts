import { sql } from "kysely";
import { AsRead, section } from "./section.ts";

/** Days without a begin or an end are null. */
const inForce = sql`
  nullif(first_day, '-infinity') as first_day, nullif(last_day, 'infinity') as last_day, price as dollars_per_gallon`;
const entryColumns = sql`
  nullif(first_day, '-infinity') as first_day, last_day, price as dollars_per_gallon, made_by, made_at`;

/** What a gallon costs: for units what is in force and its full history, and its organization's default. */
export const priceSections = [
  section(
    "unit_prices",
    AsRead,
    (id) => sql`
      select unit_id, ${inForce} from unit_prices where property_id = ${id} order by unit_id, unit_prices.first_day`,
  ),
  section(
    "unit_price_entries",
    AsRead,
    (id) => sql`select id, unit_ids, ${entryColumns} from unit_price_entries where property_id = ${id} order by id`,
  ),
  section(
    "organization_prices",
    AsRead,
    (id) => sql`
      select ${inForce} from organization_prices
      where organization_id = (select organization_id from properties where id = ${id})
      order by organization_prices.first_day`,
  ),
];
