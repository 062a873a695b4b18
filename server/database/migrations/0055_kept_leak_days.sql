-- The leak gallons of places on days whose rows of meters and units retention dropped: leak cases follow from them for good.
create table kept_leak_days (
  property_id bigint not null,
  -- The unit, or of a meter that belongs to none the negative of its id.
  place bigint not null,
  day date not null,
  -- Thousandths of a gallon, as in unit_days.
  toilet_leak bigint not null,
  heater_leak bigint not null,
  other_leak bigint not null,
  primary key (property_id, place, day)
);
alter table kept_leak_days enable row level security;
alter table kept_leak_days force row level security;
create policy own_properties on kept_leak_days to dripline_app
  using (nullif(property_id <@ (select nullif(current_setting('dripline.property_ranges', true), '')::int8multirange), false) is not null);
create policy all_properties on kept_leak_days to dripline_worker using (true) with check (true);
grant select on kept_leak_days to dripline_app;
grant select, insert, update, delete on kept_leak_days to dripline_worker;

-- Of days that were dropped before, what the cases have of them.
insert into kept_leak_days (property_id, place, day, toilet_leak, heater_leak, other_leak)
select one.property_id, one.place, known.day, coalesce(sum(known.gallons) filter (where one.cause = 'toilet leak'), 0),
  coalesce(sum(known.gallons) filter (where one.cause = 'water heater'), 0),
  coalesce(sum(known.gallons) filter (where one.cause = 'other leak'), 0)
from leak_cases one
join properties on properties.id = one.property_id
join leak_case_days known on known.property_id = one.property_id and known.case_id = one.id
  and known.day < properties.days_from
group by 1, 2, 3;
