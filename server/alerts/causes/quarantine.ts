import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { registersWait, volumeWaits } from "../../metering/plan/waits-for-decision.ts";
import type { AsOf } from "../../query/as-of.ts";
import type { WantedAlert } from "./wanted-alert.ts";

const QuarantineRow = z.object({ meter_id: z.int(), readings: z.int(), first_at: z.date() });

/** One alert for each meter with readings that are kept but not counted until a person decides. */
export async function quarantineAlerts(tx: Transactional, { propertyId }: AsOf): Promise<WantedAlert[]> {
  const found = await queryRows(tx, QuarantineRow)`
    select meter_id, count(*) as readings, min(measured_at) as first_at
    from (
      select meter_id, measured_at from quarantined_readings volume
      where property_id = ${propertyId} and ${volumeWaits("volume")}
      union all
      select meter_id, measured_at from register_findings finding
      where property_id = ${propertyId} and ${registersWait("finding")}
    ) waiting
    group by meter_id order by meter_id`;
  return found.map((row) => ({
    kind: "quarantine",
    cause: `meter ${row.meter_id}`,
    meterId: row.meter_id,
    unitId: null,
    device: null,
    deviceId: null,
    beganAt: row.first_at,
    details: { readings: row.readings },
  }));
}
