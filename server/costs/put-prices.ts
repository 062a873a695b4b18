import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";

/** A price and the local days on which it holds, both included; `-infinity` and `infinity` where they are open. */
export interface PriceSpan {
  firstDay: string;
  lastDay: string;
  /** Dollars for a gallon. */
  price: number;
}

/** The same of a unit, or of an organization, by the columns that name it. */
export type Priced<K extends string> = PriceSpan & Record<K, number>;

/** The tables of prices in force, with the columns that identify their owner. */
const tables = {
  unit_prices: ["property_id", "unit_id"],
  organization_prices: ["organization_id"],
} as const;

type Table = keyof typeof tables;
type PriceRow<T extends Table> = Priced<(typeof tables)[T][number]>;

/** What a span keeps of its days, with the columns that identify its owner. */
const Remainder = z.looseObject({ first_day: z.string(), last_day: z.string(), price: z.string() });

/**
 * Puts prices in force. They replace those of the days that they cover: earlier spans are cut, and keep their other
 * days. The caller holds a lock on the units or organization meanwhile.
 * @param spans no two of them for the same unit, or organization, and day
 */
export async function putPrices<T extends Table>(
  tx: Transactional,
  table: T,
  spans: readonly PriceRow<T>[],
): Promise<void> {
  const keys: readonly (keyof PriceRow<T> & string)[] = tables[table];
  const column = (of: (span: PriceRow<T>) => unknown) => spans.map(of);
  const rows = sql`unnest(
    ${sql.join(keys.map((key) => sql`${column((span) => span[key])}::bigint[]`))},
    ${column((span) => span.firstDay)}::date[], ${column((span) => span.lastDay)}::date[],
    ${column((span) => span.price)}::numeric[]
  ) as added (${sql.join(keys.map((key) => sql.ref(key)))}, first_day, last_day, price)`;
  const names = sql.join(keys.map((key) => sql.ref(key)));
  const isSame = (one: string, other: string) =>
    sql.join(
      keys.map((key) => sql`${sql.ref(`${one}.${key}`)} = ${sql.ref(`${other}.${key}`)}`),
      sql` and `,
    );
  const left = await queryRows(tx, Remainder)`
    with added as materialized (select * from ${rows}),
    taken as materialized (
      select ${names}, range_agg(daterange(first_day, last_day, '[]')) as days from added group by ${names}
    ),
    cut as (
      delete from ${sql.table(table)} old using added
      where ${isSame("old", "added")} and old.first_day <= added.last_day and old.last_day >= added.first_day
      returning old.*
    )
    select ${names}, lower(part)::text as first_day, (upper(part) - 1)::text as last_day, price::text as price
    from cut join taken using (${names})
    cross join lateral unnest(datemultirange(daterange(cut.first_day, cut.last_day, '[]')) - taken.days) part`;
  // A remainder may begin where the entry that it was cut from began, so it is inserted after that one is deleted.
  await sql`
    insert into ${sql.table(table)} (${names}, first_day, last_day, price)
    select * from ${rows}
    union all
    select ${names}, first_day, last_day, price
    from jsonb_to_recordset(${JSON.stringify(left)}::jsonb)
      as kept (${sql.join(keys.map((key) => sql`${sql.ref(key)} bigint`))}, first_day date, last_day date, price numeric)
    returning first_day
  `.execute(tx);
}
