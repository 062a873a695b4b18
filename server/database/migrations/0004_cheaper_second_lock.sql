-- The second lock over the properties, at a cost that reports do not feel: `dripline.property_ranges` holds the same ids
-- as `dripline.properties`, as ranges, in which an id is found by halving instead of one after the other, and there is
-- mostly one.
--
-- Nearly every row that a report reads is of its caller, and a planner that expects so plans as if there were no lock. Of
-- a bare comparison with a range it would expect one row of a thousand, of `nullif(.., false) is not null` nearly all.
-- It is also dearer by one step, so that conditions on days and numbers come before it. What is neither true nor false
-- (no scope) shows nothing.
do $$
declare
  t text;
  of_scope constant text := 'nullif(%I <@ (select nullif(current_setting(''dripline.property_ranges'', true), '''')::int8multirange), false) is not null';
  clause text := format(of_scope, 'property_id');
begin
  foreach t in array array['buildings', 'units', 'gateways', 'routers', 'gateway_tokens', 'meter_points', 'meters',
    'meter_services', 'meter_days', 'superseded_readings', 'refused_readings', 'changes', 'meter_states',
    'meter_checkpoints', 'leaks', 'unit_days', 'property_days', 'repairs', 'set_aside', 'register_decisions',
    'quarantined_readings', 'register_findings', 'device_heard', 'occupancy', 'alerts', 'leak_repairs',
    'idempotency_keys', 'imports'] loop
    execute format('alter policy own_properties on %I using (%s) with check (%s)', t, clause, clause);
  end loop;
  clause := format(of_scope, 'id');
  execute format('alter policy own_properties on properties using (%s)', clause);
  execute format('alter policy own_properties_change on properties using (%s) with check (%s)', clause, clause);
end $$;
