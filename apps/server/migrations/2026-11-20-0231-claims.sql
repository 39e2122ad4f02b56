-- Agents that wait to be claimed, each by a code that it shows. Nothing here belongs to an account.
create table claims (
  agent_key text not null,
  -- In the clear: a hash of so few characters would hide nothing, and it lives for an hour.
  code text not null,
  -- The address that it asks from.
  source text not null,
  hostname text not null,
  platform integer not null,
  hardware_id text,
  agent_version text not null,
  internal_address text,
  expires_at timestamptz not null,
  constraint claims_pkey primary key (agent_key),
  constraint claims_code_key unique (code)
);

create index claims_by_source on claims (source);
create index claims_by_expiry on claims (expires_at);
