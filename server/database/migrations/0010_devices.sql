-- What reports on devices need of a meter as of now, in one narrow row for each period of service: where it sits, what it
-- reports through, and what its newest days tell. Of 50,000 meters this is read in a few hundredths of a second.
create table seated_meters (
  property_id bigint not null,
  meter_id bigint not null,
  service_id bigint not null,
  building_id bigint not null,
  -- Bit n: the day n days before heard_on was read, at least three quarters of its hours.
  read_days bigint not null default 0,
  -- The newest measured instant of the newest day on which something was read of the meter, and that day. No day: never.
  -- `infinity`: not worked out yet, to be found in the days themselves. A day without an instant: the same.
  heard_at timestamptz,
  heard_on date default 'infinity',
  -- The newest day with a volume; null: none.
  wet_on date,
  -- The gateway that it hangs on, be it through a router.
  gateway_id bigint,
  router_id bigint,
  -- As the period of service has them. null: since ever, and still there.
  began_at timestamptz,
  ended_at timestamptz,
  unit_id bigint,
  attached_to text not null,
  primary key (property_id, meter_id, service_id)
) with (fillfactor = 70, parallel_workers = 0);

alter table seated_meters enable row level security;
alter table seated_meters force row level security;
create policy own_properties on seated_meters to dripline_app
  using (nullif(property_id <@ (select nullif(current_setting('dripline.property_ranges', true), '')::int8multirange), false) is not null)
  with check (nullif(property_id <@ (select nullif(current_setting('dripline.property_ranges', true), '')::int8multirange), false) is not null);
create policy all_properties on seated_meters to dripline_worker using (true) with check (true);
grant select, insert, update, delete on seated_meters to dripline_app, dripline_worker;

-- The policies hold for the owner, too. What the days tell is worked out by the next refresh of each property.
set local role dripline_worker;
update properties set inventory_version = inventory_version + 1;
insert into seated_meters (property_id, meter_id, service_id, began_at, ended_at, building_id, unit_id, attached_to,
    gateway_id, router_id)
  select service.property_id, service.meter_id, service.id, service.began_at, service.ended_at, point.building_id,
    point.unit_id, point.attached_to, coalesce(meters.gateway_id, routers.gateway_id), meters.router_id
  from meter_services service
  join meters on meters.property_id = service.property_id and meters.id = service.meter_id
  join meter_points point on point.property_id = service.property_id and point.id = service.point_id
  left join routers on routers.property_id = meters.property_id and routers.id = meters.router_id
  order by service.property_id, service.meter_id
  on conflict do nothing;
reset role;
