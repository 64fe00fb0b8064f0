-- The day on which it was known that money had come before a letter about an order, which then charges nothing: it is cancelled once, whatever
-- is booked after that.
alter table capture_reminders add column cancelled_on date;
