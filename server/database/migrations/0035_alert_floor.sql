-- The case that an alert is about, from its cause, such as `case 17 x4`; null: it is about something else.
alter table alerts add column case_id bigint generated always as (substring(cause from 'case ([0-9]+)')::bigint) stored;
create index alerts_case on alerts (property_id, case_id) where case_id is not null;

alter table alerts drop constraint alerts_kind_check;
alter table alerts add constraint alerts_kind_check check (kind in ('leak opened', 'leak grew', 'leak ended', 'case overdue',
  'device down', 'low battery', 'signal fell', 'no consumption', 'vacant but used', 'quarantine'));

-- Of a decision that it is no leak: the meter that it tagged as one with continuous use; null: none, or the tag was set or
-- taken back by hand since.
alter table leak_case_events add column tagged_meter_id bigint;

-- What a leak has to cost a day for an alert, in hundredths of the organization's currency; 0: every leak raises one.
alter table organizations add column alert_floor integer not null default 0 check (alert_floor between 0 and 1000000);
grant update (alert_floor) on organizations to dripline_app;
