-- Devices, their agents' keys, and the codes that enrol new ones.

create table devices (
  account_id text not null,
  id text not null,
  name text not null,
  platform integer not null,
  hardware_id text,
  attributes jsonb not null default '{}',
  -- Goes up with every change of what the agent has to do.
  revision bigint not null default 1,
  created_at timestamptz not null,
  revised_at timestamptz not null,
  constraint devices_pkey primary key (account_id, id),
  constraint devices_name_length check (char_length(name) between 1 and 100),
  constraint devices_attributes_size check (octet_length(attributes::text) <= 200000)
);

create unique index devices_name_key on devices (account_id, lower(name));
create index devices_by_id on devices (id);

-- Which device a key speaks for. The one table here that is asked without an account.
create table agent_keys (
  public_key text not null,
  account_id text not null,
  device_id text not null,
  constraint agent_keys_pkey primary key (public_key),
  constraint agent_keys_device_fkey foreign key (account_id, device_id) references devices on delete cascade,
  constraint agent_keys_device_key unique (account_id, device_id)
);

create table registrations (
  account_id text not null,
  id text not null,
  -- SHA-256 of the code, in base64url: the code itself is nowhere.
  code_hash text not null,
  name text,
  platform integer,
  services jsonb not null,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint registrations_pkey primary key (account_id, id)
);

create index registrations_by_code on registrations (code_hash);
create index registrations_by_expiry on registrations (expires_at);
