-- When somebody's role, permissions or properties in an organization changed last. Another organization that they are in
-- sees when it changed them itself, and not this. The epoch: before this was kept.
alter table memberships add column changed_at timestamptz not null default 'epoch';
