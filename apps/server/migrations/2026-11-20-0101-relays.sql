-- Relays with their leases, and where each device is.

create table relays (
  id text not null,
  public_key text not null,
  host text not null,
  port integer not null,
  version text not null,
  agents integer not null default 0,
  proxies integer not null default 0,
  streams integer not null default 0,
  joined_at timestamptz not null,
  -- Past it, the relay counts as gone, and its devices as offline.
  lease_until timestamptz not null,
  -- The last snapshot began; once it is settled, what it did not name is offline.
  snapshot_at timestamptz,
  settles_at timestamptz,
  constraint relays_pkey primary key (id),
  constraint relays_public_key_key unique (public_key),
  constraint relays_port check (port between 1 and 65535)
);

-- One narrow row per device, apart from the device, because it changes often.
create table device_presence (
  account_id text not null,
  device_id text not null,
  is_online boolean not null default false,
  relay_id text,
  -- When the last fact about it became true, by the relay's clock.
  fact_at timestamptz not null,
  -- When a relay last said that it is there, by the server's clock.
  confirmed_at timestamptz not null,
  online_since timestamptz,
  offline_since timestamptz,
  reported_at timestamptz,
  external_address text,
  internal_address text,
  agent_version text,
  constraint device_presence_pkey primary key (account_id, device_id),
  constraint device_presence_device_fkey foreign key (account_id, device_id) references devices on delete cascade,
  constraint device_presence_online_somewhere check (not is_online or (relay_id is not null and online_since is not null))
) with (fillfactor = 80);

create index device_presence_online on device_presence (relay_id) where is_online;
