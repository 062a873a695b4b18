-- How often somebody tried an account, or tried from a network, so that guessing is throttled by all servers alike and no
-- restart resets it. Keys are digests: people type passwords into the field of the e-mail.
create table sign_in_attempts (
  key text primary key,
  failures int not null default 0,
  last_at timestamptz not null default 'epoch',
  blocked_until timestamptz not null default 'epoch',
  has_held_back boolean not null default false
);
create index sign_in_attempts_last_at on sign_in_attempts (last_at);

alter table sign_in_attempts enable row level security;
alter table sign_in_attempts force row level security;
create policy all_accounts on sign_in_attempts to dripline_accounts using (true) with check (true);
grant select, insert, update, delete on sign_in_attempts to dripline_accounts;
