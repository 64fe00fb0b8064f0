-- outbox_numbers (0060) is the same for events that have a number: one that waits for it is no longer in an index of numbers.
alter table outbox drop constraint outbox_merchant_id_sequence_number_key;
