alter table leaks
  -- Of a leak that ended: leak gallons over its last measured hours, up to 24 of them, and how many these are. null: it
  -- goes on, or none of its hours is kept.
  add column last_leaked bigint,
  add column last_hours smallint;

-- The words on a meter's leaks are looked up for each of them.
create index leak_repairs_of_meter on leak_repairs (property_id, meter_id);

-- The policies hold for the owner, too.
set local role dripline_worker;
update leaks set last_leaked = last.leaked, last_hours = last.hours
  from (
    select listed.property_id, listed.meter_id, listed.started_at, sum(hour.leaked) as leaked, count(*) as hours
    from (
      select leaks.*, time_zone, (ended_at at time zone time_zone)::date as last_day
      from leaks join properties on properties.id = leaks.property_id
      where ended_at is not null and not suspected
      offset 0
    ) listed
    cross join lateral (
      select coalesce(hour.leaked, 0) as leaked
      from meter_days past
      cross join lateral (select past.day::timestamp at time zone listed.time_zone as at) midnight
      cross join lateral unnest(past.gallons, past.leak_gallons) with ordinality as hour (gallons, leaked, slot)
      where past.property_id = listed.property_id and past.meter_id = listed.meter_id
        and past.day between last_day - 31 and last_day and hour.gallons is not null
        and midnight.at + interval '1 hour' * (hour.slot - 1) >= listed.started_at
        and midnight.at + interval '1 hour' * (hour.slot - 1) < listed.ended_at
      order by past.day desc, hour.slot desc limit 24
    ) hour
    group by listed.property_id, listed.meter_id, listed.started_at
  ) last
  where last.property_id = leaks.property_id and last.meter_id = leaks.meter_id and last.started_at = leaks.started_at;
reset role;
