-- A case can be assigned to a vendor, who has no account and sees and reports about it by a link. Of such an assignment the
-- vendor's name, a hash of the link's token, and until when it is valid.
alter table leak_case_events add column vendor text;
alter table leak_case_events add column link_hash bytea;
alter table leak_case_events add column link_expires_at timestamptz;
create index leak_case_events_link on leak_case_events (link_hash) where link_hash is not null;
-- Of a vendor's report: the assignment whose link it came by. A link takes one report.
alter table leak_case_events add column link_event_id bigint;
create unique index leak_case_events_link_event on leak_case_events (property_id, link_event_id);
-- Name of the vendor that a case is assigned to; null: it is assigned to no vendor.
alter table leak_cases add column vendor text;

-- Who opens a link has no scope: the accounts' role finds the property of its token.
create policy links_to_accounts on leak_case_events for select to dripline_accounts using (link_hash is not null);
grant select (property_id, id, made_by, link_hash) on leak_case_events to dripline_accounts;
