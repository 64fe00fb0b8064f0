-- Searches of the administration. Ids of orders begin with the moment they were made (UUID version 7), so the primary key is
-- the list of a merchant's orders, newest first; these are for what only few of many orders have.
create index orders_states on orders (merchant_id, state, id);
create index orders_payment_types on orders (merchant_id, payment_type, id);
create index orders_amounts on orders (merchant_id, authorized_minor);
create index orders_expiring on orders (merchant_id, expires_at, id) where state in ('Pending', 'Authorized', 'PartlyCaptured');
-- The story of one order.
create index outbox_order on outbox (merchant_id, order_id) where order_id is not null;
-- What one key did, and how often something rare was done: without them either reads all of a merchant's audit.
create index audit_actors on audit (merchant_id, actor, id);
create index audit_operations on audit (merchant_id, operation, id);
