-- Volumes of intervals of 1 to 60 minutes, as they were sent, in the order of their begins and lengths: the second of the
-- local day at which each begins (below 0 where it began before midnight), its minutes and its volume. A day that has
-- any which is not a whole local hour holds all its values here; `gallons`, `flow_time` and `events` follow from them.
alter table meter_days add column interval_seconds integer[];
alter table meter_days add column interval_minutes smallint[];
alter table meter_days add column interval_gallons integer[];
-- Minutes, to the hundredth; null while nobody says.
alter table meter_days add column interval_flow_time real[];
alter table meter_days add column interval_events smallint[];
-- Null while all are 0.
alter table meter_days add column interval_sequences bigint[];
alter table meter_days add column interval_classes smallint[];
-- Derived from them by hour: the missing share of a measured hour, and what is known of an hour that is not measured.
alter table meter_days add column interval_estimated integer[];
-- Derived: the second of the day at which the newest of them ends.
alter table meter_days add column intervals_until integer;

-- Minutes of an interval; null: an hour, a lump or a register.
alter table superseded_readings add column minutes smallint;
alter table superseded_readings alter column flow_time type real;
alter table superseded_readings drop constraint superseded_readings_property_id_meter_id_measured_at_class__key;
alter table superseded_readings add constraint superseded_readings_once unique nulls not distinct
  (property_id, meter_id, measured_at, class, sequence, gallons, flow_time, events, hours, register, minutes);
alter table quarantined_readings add column minutes smallint;
alter table quarantined_readings alter column flow_time type real;
alter table quarantined_readings drop constraint quarantined_readings_property_id_meter_id_measured_at_class_key;
alter table quarantined_readings add constraint quarantined_readings_once unique nulls not distinct
  (property_id, meter_id, measured_at, class, sequence, gallons, flow_time, events, hours, minutes);

-- The interval of a file of volumes, in words; null: not known yet, or of registers.
alter table imports add column interval text;
