-- Breaks the previous release.
-- What was called refused is called rejected, as in the API.
alter table refused_readings rename to rejected_readings;
alter index refused_readings_pkey rename to rejected_readings_pkey;
alter index refused_readings_once rename to rejected_readings_once;
alter sequence refused_readings_id_seq rename to rejected_readings_id_seq;
alter table imports rename column refused to rejected;
alter table imports rename column refused_rows to rejected_rows;
alter function refuse_change() rename to reject_change;

-- Citus cannot rename constraints of distributed tables; nothing names them.
do $$
declare c record;
begin
  if exists (select from pg_extension where extname = 'citus') then return; end if;
  for c in select conname, conrelid::regclass as owner from pg_constraint
    where conrelid in ('rejected_readings'::regclass, 'imports'::regclass) and conname like '%refused%'
  loop
    execute format('alter table %s rename constraint %I to %I', c.owner, c.conname, replace(c.conname, 'refused', 'rejected'));
  end loop;
end $$;

-- The names in answers and records that are stored as JSON. A quotation mark within a text is escaped there, so that none
-- of these matches in a text. The owner of the tables sees no row of them.
set local role dripline_worker;
update repairs set effect = replace(replace(replace(effect::text,
    '"refusedReadings": ', '"rejectedReadings": '),
    '"refused": [', '"rejected": ['),
    '"status": "refused"', '"status": "rejected"')::jsonb
  where effect::text like '%"refused%';
update idempotency_keys set answer = replace(replace(answer::text,
    '"refused": ', '"rejected": '),
    '"status": "refused"', '"status": "rejected"')::jsonb
  where answer::text like '%"refused"%';
reset role;
