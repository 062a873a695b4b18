-- A meter's own days change once a day, the rest of its state every hour: kept apart, so that an hour writes a third.
create table meter_histories (
  property_id bigint not null,
  meter_id bigint not null,
  own_days bytea not null,
  primary key (property_id, meter_id)
);
alter table meter_histories enable row level security;
alter table meter_histories force row level security;
create policy own_properties on meter_histories to dripline_app
  using (nullif(property_id <@ (select nullif(current_setting('dripline.property_ranges', true), '')::int8multirange), false) is not null)
  with check (nullif(property_id <@ (select nullif(current_setting('dripline.property_ranges', true), '')::int8multirange), false) is not null);
create policy all_properties on meter_histories to dripline_worker using (true) with check (true);
grant select, insert, update, delete on meter_histories to dripline_app, dripline_worker;

-- The meters of a batch are read and deleted again within seconds: to compress them takes longer than to write them.
alter table changes alter column meter_ids set storage external, alter column from_seconds set storage external;
