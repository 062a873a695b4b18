-- A request records what happens in its own scope: in one of its organizations, or at one of its properties, with that
-- property's organization or none where it has none. The other two roles record across tenants.
create function organization_of_property(id bigint) returns bigint stable language sql
  as $$ select p.organization_id from properties p where p.id = $1 $$;
alter policy written_by_all on audit_log to dripline_accounts, dripline_worker;
create policy written_in_scope on audit_log for insert to dripline_app with check (
  (organization_id = any ((select nullif(current_setting('dripline.organizations', true), '')::bigint[])::bigint[])
    or (property_id is not null and organization_id is not distinct from organization_of_property(property_id)))
  and (property_id is null
    or property_id <@ (select nullif(current_setting('dripline.property_ranges', true), '')::int8multirange)));
