-- Tags of an account, and what it has put them on.

create table tags (
  account_id text not null,
  id text not null,
  name text not null,
  -- The name in lower case: two tags never differ in case alone.
  name_key text not null,
  color smallint not null,
  created_at timestamptz not null,
  constraint tags_pkey primary key (account_id, id),
  constraint tags_name_key unique (account_id, name_key),
  constraint tags_name_length check (char_length(name) between 1 and 100),
  constraint tags_color_is_known check (color between 0 and 13)
);

-- The account is that of the tag; the device may be another's, shared with it.
create table device_tags (
  account_id text not null,
  tag_id text not null,
  device_id text not null,
  created_at timestamptz not null,
  constraint device_tags_pkey primary key (account_id, tag_id, device_id),
  constraint device_tags_tag_fkey foreign key (account_id, tag_id) references tags on delete cascade
);

create index device_tags_by_device on device_tags (device_id, account_id);
