-- The preset that the numbers of the leak rules begin with; leak_settings has single ones that differ from it. null: the
-- property has none of its own, and those of its organization count.
alter table organizations add column leak_preset text not null default 'balanced'
  check (leak_preset in ('find_more', 'balanced', 'fewer_alarms'));
alter table properties add column leak_preset text check (leak_preset in ('find_more', 'balanced', 'fewer_alarms'));
alter table properties add column leak_settings jsonb not null default '{}'
  check (leak_preset is not null or leak_settings = '{}');
grant update (leak_preset) on organizations to dripline_app;
grant update (leak_preset, leak_settings) on properties to dripline_app;
