-- What a merchant's contract and policy are now, as one short value: the book asks for the contract itself only when this differs
-- from the one it knows.
alter table merchants
  add column contract_mark text generated always as (md5(name || contract::text || coalesce(policy::text, ''))) stored;
