alter table properties
  -- The first local day whose meters and units are told of, where older days were dropped; null: all are.
  add column days_from date;

-- Leaks of meters of a building and irrigation, which lists of leaks look for by themselves.
create index leaks_without_unit on leaks (property_id, started_at) where unit_id is null;
