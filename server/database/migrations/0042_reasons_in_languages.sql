-- Of a reason that is a sentence of ours: what stands in the places of {0}, {1}…, so that each reader has it in their language.
-- null: it is text as it came, such as a mail server's answer.
alter table messages add column reason_values jsonb;
