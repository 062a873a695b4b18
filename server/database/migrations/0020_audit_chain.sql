-- Rejected writes of the same person, call and code within a minute: the first is in the audit log at once, those after it
-- are counted here until the minute is over, and then logged as one row.
create table rejected_write_counts (
  actor_id bigint,
  actor text not null,
  organization_id bigint,
  call text not null,
  status int not null,
  code text not null,
  minute timestamptz not null,
  count int not null,
  unique nulls not distinct (actor_id, actor, organization_id, call, status, code, minute)
);
create index rejected_write_counts_minute on rejected_write_counts (minute);
alter table rejected_write_counts enable row level security;
alter table rejected_write_counts force row level security;
create policy all_accounts on rejected_write_counts to dripline_accounts using (true) with check (true);
grant select, insert, update, delete on rejected_write_counts to dripline_accounts;

-- Rows of the audit log that are not in the hash chain of their organization yet. A queue, because ids are not committed in
-- their order: the next row of a chain is whichever is committed.
create table audit_unsealed (
  audit_id bigint primary key,
  -- null: before there was a chain.
  recorded_at timestamptz default clock_timestamp()
);
-- No row is written between those that are queued here and those that the trigger queues.
lock table audit_log in share row exclusive mode;
alter table audit_unsealed enable row level security;
alter table audit_unsealed force row level security;
create policy written_by_all on audit_unsealed for insert to dripline_app, dripline_accounts, dripline_worker with check (true);
create policy sealed on audit_unsealed to dripline_accounts using (true);
grant insert on audit_unsealed to dripline_app, dripline_worker;
grant select, insert, delete on audit_unsealed to dripline_accounts;
-- The owner of the tables sees no row of them.
set local role dripline_accounts;
insert into audit_unsealed (audit_id, recorded_at) select id, null from audit_log;
reset role;
create function queue_for_sealing() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (audit_id) select id from added;
  return null;
end $$;
create trigger queue_for_sealing after insert on audit_log referencing new table as added
  for each statement execute function queue_for_sealing();

-- The hash chains, one for each organization: each hash is of the one before it and of a row of the audit log.
create table audit_seals (
  -- The organization; 0: rows of none.
  chain bigint not null,
  -- 1 is the first.
  position bigint not null,
  audit_id bigint not null unique,
  recorded_at timestamptz,
  hash bytea not null,
  primary key (chain, position)
);
alter table audit_seals enable row level security;
alter table audit_seals force row level security;
create policy all_accounts on audit_seals to dripline_accounts using (true) with check (true);
grant select, insert on audit_seals to dripline_accounts;
create trigger only_added_to before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();

-- Pages of the audit log continue after a row.
create index audit_log_at_id on audit_log (at, id);
create index audit_log_organization_at_id on audit_log (organization_id, at, id);
drop index audit_log_at;
drop index audit_log_organization;
