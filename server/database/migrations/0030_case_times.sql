-- When what happened to a case first happened, and what its repairs cost. Kept with the case, as refresh knows which events
-- are about it.
alter table leak_cases
  -- When the rules first held for one of its leaks.
  add column opened_at timestamptz,
  -- When people first reported something about it, assigned it, and visited; null: never.
  add column acknowledged_at timestamptz,
  add column assigned_at timestamptz,
  add column visited_at timestamptz,
  -- In the organization's currency; null: no cost was reported.
  add column repair_cost numeric(14, 2);

-- Of the cases that are known. An event is about the case of its place and cause that began last before it.
update leak_cases one
set opened_at = coalesce((
    select min(leaks.opened_at)
    from unnest(one.meter_ids, one.leak_starts) as part (meter_id, started_at)
    join leaks on leaks.property_id = one.property_id and leaks.meter_id = part.meter_id
      and leaks.started_at = part.started_at), one.started_at);

update leak_cases one
set acknowledged_at = known.acknowledged_at, assigned_at = known.assigned_at, visited_at = known.visited_at,
  repair_cost = known.repair_cost
from (
  select about.property_id, about.id, min(event.at) filter (where event.kind <> 'note') as acknowledged_at,
    min(event.at) filter (where event.kind = 'assigned' and event.assignee is not null) as assigned_at,
    min(event.at) filter (where event.kind = 'visited') as visited_at,
    sum(event.cost) filter (where event.kind = 'fixed') as repair_cost
  from leak_case_events event
  cross join lateral (
    select property_id, id from leak_cases
    where leak_cases.property_id = event.property_id and leak_cases.place = event.place and leak_cases.cause = event.cause
    order by leak_cases.started_at <= event.about_at desc, abs(extract(epoch from leak_cases.started_at - event.about_at))
    limit 1
  ) about
  where event.undone_at is null
  group by 1, 2
) known
where known.property_id = one.property_id and known.id = one.id;

alter table leak_cases alter column opened_at set not null;
