-- Accounts that orders opened and that were paid off before 0114 kept their limit, which held back what their holders may be lent. The job
-- that keeps accounts lowers it with its events and bookings; here each gets a day that has come, on which nothing else falls due. Those
-- that debt collection closed would never have one again.
update accounts set next_step_on = opened_on
where order_number is not null and state = 'Open' and customer_number <> '' and limit_minor > 0
  and principal_minor + interest_minor + fees_minor <= 0;
