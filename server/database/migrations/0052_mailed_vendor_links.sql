-- Vendors are mailed the link of their assignment: an outbox row names its assignment (event_id), and an assignment the
-- language of its mail (link_language).
alter table outbox add column event_id bigint;
alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in ('case opened', 'case doubled', 'case overdue',
  'fix reported', 'case verified', 'case returned', 'device outage', 'data gap', 'quarantine', 'vendor assigned'));
alter table leak_case_events add column link_language text;
