-- Column layouts of the browser, with the names of the table and its columns.
set local role dripline_accounts;
update users set preferences = replace(replace(replace(preferences::text,
    '"data_refused": ', '"data_rejected": '),
    '"refused"', '"rejected"'),
    '"mend"', '"correct"')::jsonb
  where preferences::text ~ 'refused"|"mend"';
reset role;

alter table register_decisions drop constraint register_decisions_decision_check;
set local role dripline_worker;
update register_decisions set decision = 'restarts' where decision = 'starts anew';
reset role;
alter table register_decisions add constraint register_decisions_decision_check
  check (decision in ('counts', 'restarts'));
