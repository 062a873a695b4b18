-- A case can be put off until a day: until then it is in no list of things to do, and raises no alert but for its deadline.
alter table leak_case_events drop constraint leak_case_events_kind_check;
alter table leak_case_events add constraint leak_case_events_kind_check
  check (kind in ('acknowledged', 'assigned', 'visited', 'fixed', 'not_a_leak', 'snoozed', 'note'));
-- Of a snooze: the local day from which the case is back.
alter table leak_case_events add column until date;
-- The same of a case whose last report is a snooze, notes aside; null: it is not snoozed.
alter table leak_cases add column snoozed_until date;
