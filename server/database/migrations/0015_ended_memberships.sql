-- When somebody lost an organization: whoever edits them and saw it there is told that they changed meanwhile. Another
-- organization that they are in sees nothing of it.
create table ended_memberships (
  user_id bigint not null references users (id) on delete cascade,
  organization_id bigint not null references organizations (id) on delete cascade,
  ended_at timestamptz not null,
  primary key (user_id, organization_id)
);
alter table ended_memberships enable row level security;
alter table ended_memberships force row level security;
create policy all_accounts on ended_memberships to dripline_accounts using (true) with check (true);
create policy own_organizations on ended_memberships to dripline_app
  using (organization_id = any ((select nullif(current_setting('dripline.organizations', true), '')::bigint[])::bigint[]));
grant select, insert, update, delete on ended_memberships to dripline_accounts;
grant select, insert, update on ended_memberships to dripline_app;
