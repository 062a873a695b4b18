-- When a property was assigned to its organization. From then on, the organization's routes count the hours of leak cases that
-- were open already. null: it was created there, or was assigned before this was recorded.
alter table properties add column assigned_at timestamptz;
