-- One row per meter and month, in place of one row of `meter_days` per day, for months that rarely change. Any change to
-- one of its days moves the month back to `meter_days`. The view `all_meter_days` combines both tables.
--
-- Arrays by hour have an element for each hour of the packed days, one day after the other. Those of volumes, minutes and
-- draws have null where the value is 0, which most are: Postgres keeps a null in one bit.
create table packed_months (
  property_id bigint not null,
  meter_id bigint not null,
  -- Its first local day.
  month date not null,

  day_count smallint not null,
  -- Days of the month (1 to 31) in this row; null: 1 to day_count. A day stays in `meter_days` if it has a volume over
  -- several hours, intervals, or a value out of range.
  days "char"[],
  -- For each packed day the number of hours before it in the arrays below, and of all in the end; null: 24 each.
  hours_before smallint[],
  -- Which arrays the days have, a sum of 1 gallons, 2 flow_time, 4 events, 8 sequences, 16 classes, 32 estimated,
  -- 64 leak_gallons, 128 registers, 256 register_sequences, 512 register_classes; and by day where they differ.
  arrays smallint not null,
  arrays_by_day smallint[],

  -- Volumes in thousandths of a gallon: gallons_low + 32768 + 65536 * coalesce(gallons_high, 0). Not measured: -32768
  -- with null beside it.
  gallons_low smallint[],
  gallons_high "char"[],
  -- Minutes + 128 * draws; minutes 127 or draws 255: not reported.
  flow smallint[],
  sequences bigint[],
  classes smallint[],
  estimated integer[],
  -- Encoded like gallons; never null after decoding.
  leak_low smallint[],
  leak_high "char"[],

  -- Per day. Null for the default: hours_measured = hours; covered, estimated and leaked 0; flow_totals, events_totals and
  -- hours_with_flow computed from the hours.
  hours_measured "char"[],
  covered integer[],
  gallons_totals integer[],
  estimated_totals integer[],
  leak_totals integer[],
  flow_totals integer[],
  events_totals integer[],
  hours_with_flow smallint[],

  -- Registers: for each packed day the number of registers before it, and of all in the end.
  registers_before integer[],
  -- Times of the registers: each is the one before it and (low + 32768 + 65536 * coalesce(high, 0)) * second_unit, null: 0;
  -- the first is first_second. In seconds, 108,000 per day of the month.
  first_second integer,
  second_unit smallint,
  second_steps_low smallint[],
  second_steps_high "char"[],
  -- The registers in the same form, in thousandths of the meter's own unit.
  first_register bigint,
  register_unit smallint,
  register_steps_low smallint[],
  register_steps_high "char"[],
  register_sequences bigint[],
  register_classes smallint[],
  primary key (property_id, meter_id, month)
);
-- Compresses rows above 2 kB in place; moving arrays out of line (TOAST) takes more space.
alter table packed_months alter column gallons_low set storage main, alter column gallons_high set storage main,
  alter column flow set storage main, alter column sequences set storage main, alter column classes set storage main,
  alter column estimated set storage main, alter column leak_low set storage main,
  alter column leak_high set storage main, alter column gallons_totals set storage main,
  alter column second_steps_low set storage main, alter column second_steps_high set storage main,
  alter column register_steps_low set storage main, alter column register_steps_high set storage main,
  alter column register_sequences set storage main, alter column register_classes set storage main;
alter table packed_months enable row level security;
alter table packed_months force row level security;
create policy own_properties on packed_months to dripline_app
  using (nullif(property_id <@ (select nullif(current_setting('dripline.property_ranges', true), '')::int8multirange), false) is not null)
  with check (nullif(property_id <@ (select nullif(current_setting('dripline.property_ranges', true), '')::int8multirange), false) is not null);
create policy all_properties on packed_months to dripline_worker using (true) with check (true);
grant select, insert, update, delete on packed_months to dripline_app, dripline_worker;

-- Every stored day of every meter. To read only the months it needs, a query must filter twice: by `day` between a and b,
-- and by packed_month_from >= the first day of a's month and packed_month_to <= b. Rows of `meter_days` always pass the
-- second filter. has_all_hours: every hour has a measured value or is covered by one.
create view all_meter_days with (security_invoker = true) as
select property_id, meter_id, day, hours, gallons, flow_time, events, sequences, classes, lumps,
  register_seconds, registers, register_sequences, register_classes,
  interval_seconds, interval_minutes, interval_gallons, interval_flow_time, interval_events, interval_sequences,
  interval_classes, interval_estimated, intervals_until,
  estimated, covered, leak_gallons, hours_measured, gallons_total, estimated_total, leak_total, flow_total, events_total,
  hours_with_flow, gallons is not null and hours_measured = hours as has_all_hours, cardinality(registers) > 0 as has_registers,
  date 'infinity' as packed_month_from, date '-infinity' as packed_month_to
from meter_days
union all
select m.property_id, m.meter_id, d.day, d.hours::smallint,
  case when d.arrays & 1 > 0 then h.gallons[d.hour_from:d.hour_to] end,
  case when d.arrays & 2 > 0 then h.flow_time[d.hour_from:d.hour_to] end,
  case when d.arrays & 4 > 0 then h.events[d.hour_from:d.hour_to] end,
  case when d.arrays & 8 > 0 then m.sequences[d.hour_from:d.hour_to] end,
  case when d.arrays & 16 > 0 then m.classes[d.hour_from:d.hour_to] end,
  null::jsonb,
  case when d.arrays & 128 > 0 then array(
    select second - 108000 * (d.day - m.month) from unnest(h.seconds[d.register_from:d.register_to]) second) end,
  case when d.arrays & 128 > 0 then h.registers[d.register_from:d.register_to] end,
  case when d.arrays & 256 > 0 then m.register_sequences[d.register_from:d.register_to] end,
  case when d.arrays & 512 > 0 then m.register_classes[d.register_from:d.register_to] end,
  null::int[], null::smallint[], null::int[], null::real[], null::smallint[], null::bigint[], null::smallint[],
  null::int[], null::int,
  case when d.arrays & 32 > 0 then m.estimated[d.hour_from:d.hour_to] end,
  coalesce(m.covered[d.place], 0),
  case when d.arrays & 64 > 0 then h.leak_gallons[d.hour_from:d.hour_to] end,
  coalesce(m.hours_measured[d.place]::int, d.hours)::smallint,
  m.gallons_totals[d.place]::bigint,
  coalesce(m.estimated_totals[d.place], 0)::bigint,
  coalesce(m.leak_totals[d.place], 0)::bigint,
  case when m.flow_totals is not null then m.flow_totals[d.place]
    when d.arrays & 2 > 0 then (select sum(f)::int from unnest(h.flow_time[d.hour_from:d.hour_to]) f) end,
  case when m.events_totals is not null then m.events_totals[d.place]
    when d.arrays & 4 > 0 then (select sum(e)::int from unnest(h.events[d.hour_from:d.hour_to]) e) end,
  (case when m.hours_with_flow is not null then m.hours_with_flow[d.place]
    when d.arrays & 1 > 0 then (select count(*) from unnest(h.gallons[d.hour_from:d.hour_to]) g where g > 0)
    else 0 end)::smallint,
  d.arrays & 1 > 0 and coalesce(m.hours_measured[d.place]::int, d.hours) = d.hours,
  d.arrays & 128 > 0,
  m.month, m.month
from packed_months m
-- Decodes each array once per month, and only if its column is selected.
cross join lateral (
  select m.day_count as day_count,
    array(select case when low is null then 0 when low = -32768 and high is null then null
        else low + 32768 + 65536 * coalesce(high::int, 0) end
      from (select unnest(m.gallons_low) as low, unnest(m.gallons_high) as high) g) as gallons,
    array(select nullif(coalesce(f, 0) & 127, 127)::smallint from (select unnest(m.flow) as f) g) as flow_time,
    array(select nullif(coalesce(f, 0) >> 7, 255)::smallint from (select unnest(m.flow) as f) g) as events,
    array(select coalesce(low + 32768 + 65536 * coalesce(high::int, 0), 0)
      from (select unnest(m.leak_low) as low, unnest(m.leak_high) as high) g) as leak_gallons,
    case when m.registers_before is not null then array(select (m.first_second + sum(coalesce(low + 32768 + 65536 * coalesce(high::int, 0), 0)) over (order by n)
        * m.second_unit)::int
      from unnest(m.second_steps_low, m.second_steps_high) with ordinality as s (low, high, n) order by n) end as seconds,
    case when m.registers_before is not null then array(select m.first_register + sum(coalesce(low + 32768 + 65536 * coalesce(high::int, 0), 0)) over (order by n)
        * m.register_unit
      from unnest(m.register_steps_low, m.register_steps_high) with ordinality as s (low, high, n) order by n) end as registers
  offset 0
) h
cross join lateral (
  select place, m.month + coalesce(m.days[place]::int, place) - 1 as day,
    coalesce(m.hours_before[place + 1] - m.hours_before[place], 24) as hours,
    coalesce(m.hours_before[place]::int, 24 * (place - 1)) + 1 as hour_from,
    coalesce(m.hours_before[place + 1]::int, 24 * place) as hour_to,
    m.registers_before[place] + 1 as register_from, m.registers_before[place + 1] as register_to,
    coalesce(m.arrays_by_day[place], m.arrays) as arrays
  from generate_series(1, h.day_count::int) place
) d;
grant select on all_meter_days to dripline_app, dripline_worker;

-- No day from this one on is packed; null: none is.
alter table properties add column packed_until date;
