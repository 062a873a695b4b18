-- What the owner's report shows of the company that manages an organization's properties.
create table letterheads (
  organization_id bigint primary key references organizations (id),
  -- Empty: not shown.
  name text not null,
  -- A PNG, encoded by the server; null: none.
  logo bytea,
  width int,
  height int,
  check ((logo is null) = (width is null) and (logo is null) = (height is null))
);
alter table letterheads enable row level security;
alter table letterheads force row level security;
create policy own_organizations on letterheads to dripline_app
  using (organization_id = any ((select nullif(current_setting('dripline.organizations', true), '')::bigint[])::bigint[]))
  with check (organization_id = any ((select nullif(current_setting('dripline.organizations', true), '')::bigint[])::bigint[]));
grant select, insert, update, delete on letterheads to dripline_app;
