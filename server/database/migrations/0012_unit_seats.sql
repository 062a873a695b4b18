-- Which units were read, or leaked, on a day, as a bit for each unit of the property: of many days they are put together
-- in a time that hardly depends on how many units there are.
alter table units
  -- Its bit, from 0 on, among the units of its property. Given once, and never to another unit.
  add column seat integer;
alter table properties
  -- How many seats were given.
  add column unit_seats integer not null default 0;
grant update (seat) on units to dripline_app;
grant update (unit_seats) on properties to dripline_app;

-- The policies hold for the owner, too.
set local role dripline_worker;
update units set seat = given.seat
  from (select property_id, id, row_number() over (partition by property_id order by id) - 1 as seat from units) given
  where given.property_id = units.property_id and given.id = units.id;
update properties set unit_seats = (select count(*) from units where units.property_id = properties.id);
reset role;

alter table property_days
  drop column read_units,
  drop column toilet_leak_units,
  drop column other_leak_units,
  add column read_units bit varying not null default B'',
  -- With leak gallons of toilets, of water heaters, and of water heaters or anything else.
  add column toilet_leak_units bit varying not null default B'',
  add column heater_leak_units bit varying not null default B'',
  add column other_leak_units bit varying not null default B'';
alter table bedroom_days
  drop column read_units,
  drop column toilet_leak_units,
  drop column other_leak_units,
  add column read_units bit varying not null default B'',
  add column toilet_leak_units bit varying not null default B'',
  add column heater_leak_units bit varying not null default B'',
  add column other_leak_units bit varying not null default B'';
-- The bits are worked out by the next refresh of each property, which finds its days in an older form.
alter table properties alter column rolled_up set default 2;
