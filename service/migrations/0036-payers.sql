-- Who paid what was never booked for anybody is found by a keyed hash of the payer's account: empty where the bank told none,
-- null where it was not looked for yet (the job purge-bank-entries does, also of what an older version brings in).
alter table bank_entries add column party_key text;
