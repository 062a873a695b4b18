-- Many messages are due at the same time, in the morning.
drop index messages_due;
create index messages_due on messages (due_at, number) where sent_at is null and failed_at is null and dropped_at is null;
-- What a person was sent within an hour.
create index messages_user on messages (user_id, created_at);
-- What is old enough to be deleted.
create index messages_created on messages (created_at);
create index outbox_dispatched on outbox (dispatched_at);
