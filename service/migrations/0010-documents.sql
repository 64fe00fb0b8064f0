-- What a consumer can be shown as paper: contracts, invoices, credit notes. The content is the data the pages are composed
-- from; bytes and their hash follow when it is first drawn. Both name a person, so both are sealed.
create table documents (
  merchant_id uuid not null references merchants (id),
  id uuid not null,
  kind text not null,
  subject text not null,
  order_id uuid,
  language text not null,
  content text,
  sha256 text,
  bytes text,
  made_at timestamptz not null,
  primary key (merchant_id, id),
  constraint documents_drawn check (bytes is null or sha256 is not null)
);
create unique index documents_subject on documents (merchant_id, kind, subject);

-- A capture's reference for the payer, and what its invoice says beside the order; both are settled when it is captured.
alter table captures add column payment_reference text;
alter table captures add column document_id uuid;
alter table captures add column invoice_terms json;
create unique index captures_payment_reference on captures (merchant_id, payment_reference) where payment_reference is not null;
create unique index captures_document on captures (merchant_id, document_id) where document_id is not null;
alter table refunds add column document_id uuid;
create unique index refunds_document on refunds (merchant_id, document_id) where document_id is not null;
