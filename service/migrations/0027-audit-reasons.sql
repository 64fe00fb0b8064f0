-- What the audit calls a customer: a number of ours that says nothing of anybody, unlike the key and the merchant's number.
alter table customers add column id uuid not null default gen_random_uuid();

-- Why something was done, in the words of whoever asked. The chain over the audit holds a hash of these words with the salt,
-- so that words which turn out to name a person can be erased, and nobody finds them again by guessing.
alter table audit add column reason text;
alter table audit add column reason_salt uuid;
alter table audit alter column reason_salt set default gen_random_uuid();
