-- Access keys: what programs sign their requests with. The secret is sealed, since a signature cannot be checked without it.

create table auth.access_key (
  key text not null,
  user_id text not null,
  -- Everybody has two places for a key.
  place smallint not null,
  -- See apps/server/src/platform/seal.ts.
  sealed_secret bytea not null,
  is_enabled boolean not null default true,
  created_at timestamptz not null,
  -- To the minute.
  last_used_at timestamptz,
  constraint access_key_pkey primary key (key),
  constraint access_key_place_key unique (user_id, place),
  constraint access_key_place_is_one_of_two check (place in (1, 2)),
  constraint access_key_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade
);

alter table auth."user"
  -- An IANA name; null until chosen.
  add column timezone text,
  add column attributes jsonb not null default '{}',
  -- The developer key is derived from the id and this moment.
  add column api_key_at timestamptz not null default now(),
  add constraint user_timezone_length check (char_length(timezone) between 1 and 64),
  add constraint user_attributes_size check (octet_length(attributes::text) <= 200000);
