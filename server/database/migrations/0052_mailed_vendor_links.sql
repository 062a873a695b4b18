-- The link of an assignment to a vendor is mailed to them: of a row of the outbox the assignment, and of an assignment the
-- language of the mail.
alter table outbox add column event_id bigint;
alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in ('case opened', 'case doubled', 'case overdue',
  'fix reported', 'case verified', 'case returned', 'device outage', 'data gap', 'quarantine', 'vendor assigned'));
alter table leak_case_events add column link_language text;
