alter table properties
  -- The figures_version that its alerts were last brought up to date with: where it is behind, any server does it, and not
  -- only the one that refreshed the property and may be gone.
  add column alerted_version bigint not null default 0;
