import { type RawBuilder, sql } from "kysely";

/**
 * SQL: whether meter `m` ever sent anything, or a user decided anything about it. Such a meter is kept, and so are the
 * points at which it was installed.
 */
export const hasHistory: RawBuilder<unknown> = sql`(
  exists (select from meter_days d where d.property_id = m.property_id and d.meter_id = m.id)
  or exists (select from packed_months d where d.property_id = m.property_id and d.meter_id = m.id)
  or exists (select from superseded_readings r where r.property_id = m.property_id and r.meter_id = m.id)
  or exists (select from quarantined_readings q where q.property_id = m.property_id and q.meter_id = m.id)
  or exists (select from excluded_stretches s where s.property_id = m.property_id and s.meter_id = m.id)
  or exists (select from register_decisions d where d.property_id = m.property_id and d.meter_id = m.id)
  or exists (select from device_days d
    where d.property_id = m.property_id and d.device = 'meter' and d.device_id = m.id)
  or exists (select from repairs r
    where r.property_id = m.property_id and r.kind = 'swap' and r.undone_at is null
      and m.id in ((r.effect #>> '{facts,swap,oldMeterId}')::bigint, (r.effect #>> '{facts,swap,newMeterId}')::bigint)))`;
