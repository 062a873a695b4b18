-- Of thousands of meters nearly all were seen today, had flow in the last days, and are in service since ever and still:
-- with these, reports on devices visit only the others. No hour of a day that has one changes what is indexed, so the
-- hourly update of a row stays on its page (HOT).
create index installed_meters_seen on installed_meters (property_id, last_seen_on);
create index installed_meters_flow on installed_meters (property_id, last_flow_on);
create index installed_meters_bounded on installed_meters (property_id) where began_at is not null or ended_at is not null;
