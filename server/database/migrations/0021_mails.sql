-- Mails that wait to be delivered, and those that could not be. A mail is queued in the transaction that makes its link and
-- goes with it: what ends a link ends the mail. The link that is mailed is made at delivery, so no token is stored here.
create table mails (
  id uuid primary key default gen_random_uuid(),
  link_hash bytea not null references account_links (token_hash) on delete cascade,
  created_at timestamptz not null,
  attempts int not null default 0,
  next_attempt_at timestamptz not null,
  -- Until then the server that is sending it has it for itself.
  leased_until timestamptz,
  failed_at timestamptz,
  -- Why the last attempt failed.
  error text
);
create index mails_link on mails (link_hash);
create index mails_next_attempt on mails (next_attempt_at) where failed_at is null;

alter table mails enable row level security;
alter table mails force row level security;
create policy all_accounts on mails to dripline_accounts using (true) with check (true);
grant select, insert, update, delete on mails to dripline_accounts;
