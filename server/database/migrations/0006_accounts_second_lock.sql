-- The second lock of accounts: what requests read and write of users, memberships and keys they do as their own role,
-- which sees what their scope says. The accounts' role, which finds out who may see what, sees all. No password, token
-- or hash of one is there for requests to read.
create policy own_organizations on memberships to dripline_app
  using (organization_id = any ((select nullif(current_setting('dripline.organizations', true), '')::bigint[])::bigint[]));
create policy own_organizations on membership_properties for select to dripline_app
  using (organization_id = any ((select nullif(current_setting('dripline.organizations', true), '')::bigint[])::bigint[]));
create policy own_properties on membership_properties for insert to dripline_app
  with check (organization_id = any ((select nullif(current_setting('dripline.organizations', true), '')::bigint[])::bigint[])
    and property_id = any ((select nullif(current_setting('dripline.properties', true), '')::bigint[])::bigint[]));
create policy own_organizations on staff_organizations for select to dripline_app
  using (organization_id = any ((select nullif(current_setting('dripline.organizations', true), '')::bigint[])::bigint[]));
create policy own_organizations on api_keys to dripline_app
  using (organization_id = any ((select nullif(current_setting('dripline.organizations', true), '')::bigint[])::bigint[]));
-- Who is in an organization of the scope, or made a key of it. The policies of those tables say which they are.
create policy of_own_organizations on users for select to dripline_app
  using (current_setting('dripline.organizations', true) <> ''
    and (exists (select from memberships m where m.user_id = users.id)
      or exists (select from api_keys k where k.created_by = users.id)));
create policy of_own_organizations on credentials for select to dripline_app
  using (current_setting('dripline.organizations', true) <> ''
    and exists (select from memberships m where m.user_id = credentials.user_id));
create policy of_own_organizations on account_links for select to dripline_app
  using (current_setting('dripline.organizations', true) <> ''
    and exists (select from memberships m where m.user_id = account_links.user_id));

grant select, insert, delete on memberships to dripline_app;
grant select, insert on membership_properties to dripline_app;
grant select on staff_organizations to dripline_app;
grant select (id, email, first_name, last_name, business_title, last_login_at, updated_at, staff_role, staff_permissions,
  deleted_at) on users to dripline_app;
grant select (user_id) on credentials to dripline_app;
grant select (user_id, purpose, expires_at, used_at) on account_links to dripline_app;
grant select (id, organization_id, name, prefix, permissions, property_ids, created_by, created_at, expires_at,
  last_used_at, revoked_at), insert, update (revoked_at) on api_keys to dripline_app;
create index api_keys_created_by on api_keys (created_by);
