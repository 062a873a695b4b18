-- Alerts and messages about prices that ended and were not set again.
alter table alerts drop constraint alerts_kind_check;
alter table alerts add constraint alerts_kind_check check (kind in ('leak opened', 'leak grew', 'leak ended', 'case overdue',
  'device down', 'low battery', 'signal fell', 'no consumption', 'vacant but used', 'quarantine', 'price ended'));
alter table outbox drop constraint outbox_kind_check;
alter table outbox add constraint outbox_kind_check check (kind in ('case opened', 'case doubled', 'case overdue',
  'fix reported', 'case verified', 'case returned', 'device outage', 'data gap', 'quarantine', 'price ended',
  'vendor assigned'));
