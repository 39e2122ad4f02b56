-- Connections while they live, and sessions, which are remembered a while longer.

create table connections (
  account_id text not null,
  id uuid not null,
  device_id text not null,
  service_id text not null,
  -- Who opened it.
  user_id text not null,
  relay_id text not null,
  -- As the API takes it: 255.255.255.255, 0.0.0.0, an address or a range.
  host_rule text not null,
  idle_timeout_ms integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null,
  -- Since when it is in this state.
  state_at timestamptz not null,
  host text,
  port integer,
  end_reason text,
  constraint connections_pkey primary key (account_id, id),
  constraint connections_state check (state in ('opening', 'open', 'reopening', 'closing')),
  constraint connections_place check ((state in ('open', 'reopening')) <= (host is not null and port is not null)),
  constraint connections_end check ((state = 'closing') = (end_reason is not null)),
  constraint connections_port check (port between 1 and 65535)
);

-- Calling connect again with the same rule finds the one that lives.
create unique index connections_live_key on connections (account_id, service_id, user_id, host_rule)
  where state <> 'closing';
create index connections_by_id on connections (id);
create index connections_of_device on connections (account_id, device_id);
create index connections_of_user on connections (user_id, service_id);
create index connections_of_relay on connections (relay_id);

create table sessions (
  account_id text not null,
  id uuid not null,
  device_id text not null,
  service_id text not null,
  user_id text not null,
  -- Begun through a proxy port.
  is_proxy boolean not null,
  initiator_platform integer not null,
  -- The service as it was then: it may be gone before the session is.
  target jsonb not null,
  began_at timestamptz not null,
  source text,
  tx_bytes bigint not null default 0,
  rx_bytes bigint not null default 0,
  -- What its relay reported last. A restarted relay begins to count anew; the sums above do not.
  tx_reported bigint not null default 0,
  rx_reported bigint not null default 0,
  streams integer not null default 0,
  ended_at timestamptz,
  end_reason text,
  constraint sessions_pkey primary key (account_id, id),
  constraint sessions_end check ((ended_at is null) = (end_reason is null)),
  constraint sessions_bytes check (tx_bytes >= 0 and rx_bytes >= 0 and streams >= 0)
);

create index sessions_live on sessions (account_id, began_at desc) where ended_at is null;
create index sessions_ended on sessions (ended_at) where ended_at is not null;
