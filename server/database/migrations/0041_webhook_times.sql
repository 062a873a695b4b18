-- When a message last got through to a webhook, and when one last failed; and it can be switched off by an administrator.
alter table webhooks add column last_sent_at timestamptz;
alter table webhooks add column last_failed_at timestamptz;
alter table webhooks drop constraint webhooks_disabled_reason_check;
alter table webhooks add constraint webhooks_disabled_reason_check
  check (disabled_reason in ('failing', 'gone', 'manual'));
