-- Codes for so many devices, with tags for them, and of one's own choice.
alter table registrations
  add column tag_names text[] not null default '{}',
  -- Null: for any number of devices.
  add column uses_left integer,
  add constraint registrations_uses_left check (uses_left >= 0),
  add constraint registrations_tags_are_few check (cardinality(tag_names) <= 100);

-- A chosen code may be chosen by somebody else, too.
drop index registrations_by_code;
create unique index registrations_code_key on registrations (code_hash);
