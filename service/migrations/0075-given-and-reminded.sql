-- When an agreement was concluded and when its papers reached the consumer: what a reminder of the right of withdrawal depends on. A
-- contract is used when its order is placed or updated, an order that waited is concluded when its consumer confirms the identity, and a
-- document is opened when it is first fetched by the consumer's link.
alter table contracts add column used_at timestamptz;
alter table identity_checks add column confirmed_at timestamptz;
alter table documents add column opened_at timestamptz;
