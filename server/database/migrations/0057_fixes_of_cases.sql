-- The reported fixes of a case: when each was made, what it cost, and whether the leak ran on or again after it. Of known cases
-- it is the last fix, until they are recalculated.
alter table leak_cases add column fixes jsonb not null default '[]';
update leak_cases set fixes = jsonb_build_array(jsonb_build_object(
  'at', fixed_at, 'cost', repair_cost, 'failed', state not in ('verified', 'fix_reported') and fixed_at <= coalesce(over_at, fixed_at)))
where fixed_at is not null;
