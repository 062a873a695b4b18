-- What a leak has to cost a day for an alert, in hundredths of the organization's currency; 0: every leak raises one.
alter table organizations add column alert_floor integer not null default 0 check (alert_floor between 0 and 1000000);
grant update (alert_floor) on organizations to dripline_app;
