-- A statement is fetched as a document, by an id of its own. To whom money goes is settled when it is made; a statement from
-- before says what holds now.
alter table account_months add column document_id uuid not null default gen_random_uuid();
alter table account_months add column statement_terms json;
create unique index account_months_document on account_months (merchant_id, document_id);
