-- The head of every chain, signed with a key that is not in the database: whoever can write the database can change rows and number
-- their seals anew, but not sign the head that comes out. Its row moves with the seals, in their statement. signed_from is the number
-- of the first seal since which every head was signed: a chain from before was taken over there as it stood.
create table chain_heads (
  merchant_id uuid not null,
  chain text not null check (chain in ('ledger', 'audit')),
  number bigint not null check (number > 0),
  hash text not null,
  signed_from bigint not null check (signed_from between 1 and number),
  key_id text not null,
  signature text not null,
  signed_at timestamptz not null default now(),
  primary key (merchant_id, chain)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
