-- What a credit note says is left to pay of its capture, as it stood after that refund (core/order/left-to-pay.ts). Null on
-- refunds from before.
alter table refunds add column note_terms json;
