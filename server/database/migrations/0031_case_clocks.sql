-- Until when a leak case is to be acknowledged and fixed: {"rule", "acknowledge_days", "fix_days"}. null: of an organization no
-- rule, of a property that of its organization.
alter table organizations add column case_clock jsonb;
alter table properties add column case_clock jsonb;
grant update (case_clock) on organizations, properties to dripline_app;

alter table alerts drop constraint alerts_kind_check;
alter table alerts add constraint alerts_kind_check check (kind in ('leak opened', 'leak grew', 'leak ended', 'case overdue',
  'device down', 'no consumption', 'vacant but used', 'quarantine'));
