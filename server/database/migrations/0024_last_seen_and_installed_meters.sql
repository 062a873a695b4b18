-- Renames what the previous release reads: its servers must be stopped before.
alter table device_heard rename to device_days;
alter table device_days rename column heard_at to last_seen_at;
alter table gateways rename column last_heard_at to last_seen_at;
alter table routers rename column last_heard_at to last_seen_at;

alter table seated_meters rename to installed_meters;
alter table installed_meters rename column heard_at to last_seen_at;
alter table installed_meters rename column heard_on to last_seen_on;
alter table installed_meters rename column wet_on to last_flow_on;

alter table units rename column seat to bit_index;
alter table properties rename column unit_seats to unit_bit_count;

alter table meter_days rename column hours_wet to hours_with_flow;

-- Primary keys, with their constraints.
alter index device_heard_pkey rename to device_days_pkey;
alter index seated_meters_pkey rename to installed_meters_pkey;

-- The other constraints, in Postgres 18 also those of columns that are not null. Citus cannot rename them. A month that
-- was restored from a dump may have named its own otherwise; then all keep their names.
do $$
declare
  old record;
begin
  if to_regclass('pg_dist_partition') is not null then return; end if;
  for old in
    select conrelid::regclass as owner, conname as name, renamed.name as new_name
    from pg_constraint
    cross join lateral (
      select regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(conname,
        '^device_heard_', 'device_days_'), '^seated_meters_', 'installed_meters_'), '_unit_seats_', '_unit_bit_count_'),
        '_hours_wet_', '_hours_with_flow_'), '_heard_at_', '_last_seen_at_') as name
    ) renamed
    where connamespace = 'public'::regnamespace and coninhcount = 0 and conname <> renamed.name
  loop
    begin
      execute format('alter table %s rename constraint %I to %I', old.owner, old.name, old.new_name);
    exception when undefined_object then null;
    end;
  end loop;
end $$;

-- The policies hold for the owner, too.
set local role dripline_worker;
update alerts set details = details - 'heard_at' || jsonb_build_object('last_seen_at', details -> 'heard_at')
  where kind = 'device down' and details ? 'heard_at';
reset role;
-- The order of columns in tables of the browser, and those that are hidden.
set local role dripline_accounts;
update users set preferences = replace(preferences::text, '"heard_at"', '"last_seen_at"')::jsonb
  where preferences ? 'columns' and preferences::text like '%"heard_at"%';
reset role;
