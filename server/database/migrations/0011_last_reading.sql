alter table properties
  -- The last local day on which anything was read of any of its meters; null: never. As of its last refresh, which the
  -- version before this one asked for.
  add column last_reading_on date;
grant update (last_reading_on) on properties to dripline_app;
