import { sql } from "kysely";
import { besideServer, postgresVersion } from "../run/private-database.ts";
import { type FileAccount, gallonsOf } from "./file-account.ts";

/** What is stored after an import. */
export interface StoredAccount {
  /** Volume of all hours and of those among them that were caught up; thousandths of a gallon. */
  gallons: number;
  estimated: number;
  readings: number;
  meters: number;
  /** The most by which the hours of one meter miss its register, in thousandths of a gallon. */
  largestMiss: number;
  leaks: number;
  /** Changes when any row of readings, roll-ups or leaks does. */
  checksum: string;
  postgres: string;
}

const TABLES = ["meter_days", "superseded_readings", "rejected_readings", "unit_days", "property_days", "leaks"];

/** Reads what an import left in a data folder. `file`: what the imported file says. */
export function storedAccount(folder: string, file: FileAccount): Promise<StoredAccount> {
  return besideServer(folder, async (connections) => {
    const meters = await sql<{ serial: string; gallons: number; estimated: number; readings: number }>`
      select m.serial_number as serial, coalesce(sum(d.gallons_total), 0)::bigint as gallons,
        coalesce(sum(d.estimated_total), 0)::bigint as estimated,
        coalesce(sum(coalesce(cardinality(d.registers), cardinality(d.interval_gallons), 0)), 0)::bigint as readings
      from meters m left join meter_days d on d.property_id = m.property_id and d.meter_id = m.id
      group by m.serial_number`.execute(connections.worker);
    let largestMiss = 0;
    for (const { serial, gallons } of meters.rows) {
      const account = file.meters.get(serial) ?? file.meters.get("");
      const miss = account === undefined ? gallons : gallons - gallonsOf(account);
      largestMiss = Math.max(largestMiss, Math.abs(miss));
    }
    const sums: string[] = [];
    for (const table of TABLES) {
      const rows = await sql<{ sum: string }>`
        select coalesce(md5(string_agg(row, '' order by row)), '') as sum
        from (select md5(t::text) as row from ${sql.table(table)} t) rows`.execute(connections.worker);
      sums.push(rows.rows[0]?.sum ?? "");
    }
    const leaks = await sql<{ count: number }>`select count(*) as count from leaks`.execute(connections.worker);
    const total = (of: (row: (typeof meters.rows)[number]) => number) =>
      meters.rows.reduce((sum, row) => sum + of(row), 0);
    return {
      gallons: total(({ gallons }) => gallons),
      estimated: total(({ estimated }) => estimated),
      readings: total(({ readings }) => readings),
      meters: meters.rows.length,
      largestMiss,
      leaks: leaks.rows[0]?.count ?? 0,
      checksum: sums.join(" "),
      postgres: await postgresVersion(connections),
    };
  });
}
