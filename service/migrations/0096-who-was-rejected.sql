-- Whom a checkout was rejected for: the checkout itself is gone after a day, and the letter about the rejection and what the person says
-- against it have to be found when the person is erased. Empty of what was accepted, and of decisions from before.
alter table checkout_decisions add column customer_key text;
