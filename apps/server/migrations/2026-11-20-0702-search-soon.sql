-- Names that have just come are looked through one by one by every search, until they are sorted in: so they are few.
alter index devices_by_name_pairs set (gin_pending_list_limit = 128);
alter index services_by_name_pairs set (gin_pending_list_limit = 128);
