--! concurrently
-- The words that are stored, each after its merchant; and of rows without them what 0049 made of the customer, so that it is made for
-- no new row.
create index concurrently if not exists order_contents_search on order_contents using gin (
  string_to_array(merchant_id::text || ':' || replace(words, ' ', ' ' || merchant_id::text || ':'), ' '))
  with (fastupdate = on, gin_pending_list_limit = 256);
create index concurrently if not exists order_contents_before on order_contents using gin (array_remove(string_to_array(merchant_id::text || ':' || replace(
  replace(replace(replace(replace(replace(lower(translate(
    coalesce(customer ->> 'firstName', '') || ' ' || coalesce(customer ->> 'lastName', '') || ' ' || coalesce(customer ->> 'companyName', ''),
    E'ÀÁÂÃÄÅĀĂĄÆàáâãäåāăąæÇĆČçćčÈÉÊËĒĘĚèéêëēęěÌÍÎÏĪìíîïīıÒÓÔÕÖØŌŐœŒòóôõöøōőÙÚÛÜŪŮŰùúûüūůűÝŸýÿÑŃŇñńňŠŚŞȘšśşșßŽŹŻžźżŁłĐđÐðÞþŘřŤťȚțĎďĞğ-.,:/&()+’''´`"_ĈĉĊċĔĕĖėĜĝĠġĢģĤĥĦħĨĩĬĭĮįİĴĵĶķĸĹĺĻļĽľŅņŊŋŎŏŔŕŖŗŜŝŢţŦŧŨũŬŭŲųŴŵŶŷƠơƯưẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặẸẹẺẻẼẽẾếỀềỂểỄễỆệỈỉỊịỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợỤụỦủỨứỪừỬửỮữỰựỲỳỴỵỶỷỸỹẞΣς\u0009\u00a0\u2009\u202f\u2010\u2011–—‘“”„·\u0300\u0301\u0302\u0303\u0304\u0306\u0307\u0308\u0309\u030a\u030b\u030c\u031b\u0323\u0326\u0327\u0328',
    'AAAAAAAAAAaaaaaaaaaaCCCcccEEEEEEEeeeeeeeIIIIIiiiiiiOOOOOOOOoOooooooooUUUUUUUuuuuuuuYYyyNNNnnnSSSSsssssZZZzzzLlDdDdTtRrTtTtDdGg               CcCcEeEeGgGgGgHhHhIiIiIiIJjKkkLlLlLlNnNnOoRrRrSsTtTtUuUuUuWwYyOoUuAaAaAaAaAaAaAaAaAaAaAaAaEeEeEeEeEeEeEeEeIiIiOoOoOoOoOoOoOoOoOoOoOoOoUuUuUuUuUuUuUuYyYyYyYySσσ             ')),
    'ae', 'a'), 'oe', 'o'), 'ue', 'u'), 'aa', 'a'), 'ss', 's')
  || coalesce(' ' || lower(customer ->> 'email'), '')
  || coalesce(' +' || nullif(right(regexp_replace(customer ->> 'phone', '[^0-9]', '', 'g'), 8), ''), '')
  || coalesce(' +' || nullif(right(regexp_replace(customer ->> 'mobilePhone', '[^0-9]', '', 'g'), 8), ''), ''),
  ' ', ' ' || merchant_id::text || ':'), ' '), merchant_id::text || ':'))
  with (fastupdate = on, gin_pending_list_limit = 256) where words is null and customer is not null;
drop index concurrently if exists order_contents_found;
