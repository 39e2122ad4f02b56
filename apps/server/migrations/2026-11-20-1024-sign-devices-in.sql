-- Programs without a browser that ask to be signed in (RFC 8628).
create table auth.device_code (
  -- SHA-256 of what the program polls with.
  code_hash bytea not null,
  -- HMAC of what the person types, under a key of the installation: it is short.
  user_code_hash bytea not null,
  client text not null,
  address text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Polling sooner costs: the interval grows.
  interval_seconds integer not null,
  polled_at timestamptz,
  -- Null until somebody has answered.
  user_id text,
  is_approved boolean,
  constraint device_code_pkey primary key (code_hash),
  constraint device_code_user_code_key unique (user_code_hash),
  constraint device_code_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade,
  constraint device_code_is_answered_by_somebody check ((user_id is null) = (is_approved is null)),
  constraint device_code_client_length check (char_length(client) between 1 and 100)
);

create index device_code_expires_idx on auth.device_code (expires_at);
create index device_code_user_idx on auth.device_code (user_id) where user_id is not null;
