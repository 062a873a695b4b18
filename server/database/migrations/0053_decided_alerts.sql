-- What a person decided about an alert of a device's battery or signal. It ends with the alert: when the cause returns, a new
-- alert opens.
alter table alerts add column dismissed_for text;
-- Local day from which it is back among the open ones; null: it is not snoozed.
alter table alerts add column snoozed_until date;
alter table alerts add column decision_note text not null default '';
alter table alerts add column decided_by text;
