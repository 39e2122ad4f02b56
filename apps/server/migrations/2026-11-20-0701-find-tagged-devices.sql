-- Lists filtered by tags: whether a device has one is seen in the index alone, and the planner knows that a tag is of
-- one account.
create index device_tags_of_device on device_tags (device_id, account_id, tag_id);
drop index device_tags_by_device;
create statistics device_tags_of_accounts (dependencies, ndistinct) on account_id, tag_id from device_tags;
