-- Orders whose person was erased were passed over with the documents that the law had kept, and agreements of all: the job `retain` begins anew.
delete from service_settings where name like 'retained %';
