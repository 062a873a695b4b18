-- Beside English sentences, the message and the values of which they are made, for other languages.
alter table imports add column error_text jsonb, add column interval_text jsonb;
alter table rejected_readings add column reason_text jsonb;
