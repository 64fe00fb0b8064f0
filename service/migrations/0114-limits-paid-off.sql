-- The limit of an account that an order opened is what is owed of it: nothing, once that is paid. Not checked over again: it asks for less.
alter table accounts drop constraint accounts_limit_minor_check;
alter table accounts add constraint accounts_limit_minor_check check (limit_minor >= 0) not valid;
