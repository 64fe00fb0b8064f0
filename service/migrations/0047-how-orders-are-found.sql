--! concurrently
-- How an operator finds an order. All of a consumer's words, e-mail and telephones of an order are tokens of one index, each
-- after its merchant, in the form of core/search-words.ts: small letters, no accents, and one way to write what has
-- several (ue, u). What is erased of an order is gone from its tokens with it.
create index concurrently if not exists order_contents_words on order_contents using gin (array_remove(string_to_array(merchant_id::text || ':' || replace(
  replace(replace(replace(replace(replace(lower(translate(
    coalesce(customer ->> 'firstName', '') || ' ' || coalesce(customer ->> 'lastName', '') || ' ' || coalesce(customer ->> 'companyName', ''),
    'ÀÁÂÃÄÅĀĂĄÆàáâãäåāăąæÇĆČçćčÈÉÊËĒĘĚèéêëēęěÌÍÎÏĪìíîïīıÒÓÔÕÖØŌŐœŒòóôõöøōőÙÚÛÜŪŮŰùúûüūůűÝŸýÿÑŃŇñńňŠŚŞȘšśşșßŽŹŻžźżŁłĐđÐðÞþŘřŤťȚțĎďĞğ-.,:/&()+’''´`"_',
    'AAAAAAAAAAaaaaaaaaaaCCCcccEEEEEEEeeeeeeeIIIIIiiiiiiOOOOOOOOoOooooooooUUUUUUUuuuuuuuYYyyNNNnnnSSSSsssssZZZzzzLlDdDdTtRrTtTtDdGg               ')),
    'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'aa', 'a'), 'ss', 's')
  || coalesce(' ' || lower(customer ->> 'email'), '')
  || coalesce(' +' || nullif(right(regexp_replace(customer ->> 'phone', '[^0-9]', '', 'g'), 8), ''), '')
  || coalesce(' +' || nullif(right(regexp_replace(customer ->> 'mobilePhone', '[^0-9]', '', 'g'), 8), ''), ''),
  ' ', ' ' || merchant_id::text || ':'), ' '), merchant_id::text || ':'))
  with (fastupdate = on, gin_pending_list_limit = 256);

create index concurrently if not exists orders_by_amount on orders (merchant_id, authorized_minor, id);
create index concurrently if not exists captures_by_amount on captures (merchant_id, amount_minor);
