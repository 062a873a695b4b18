-- Most meters were seen today, had flow recently and have no start or end date; these indexes let device reports visit only
-- the others. Indexed columns change at most once a day, so the hourly updates stay HOT.
create index installed_meters_seen on installed_meters (property_id, last_seen_on);
create index installed_meters_flow on installed_meters (property_id, last_flow_on);
create index installed_meters_bounded on installed_meters (property_id) where began_at is not null or ended_at is not null;
