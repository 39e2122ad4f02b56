-- Connections that an agent of a person makes to a device's agent, beside those through a proxy port.

alter table connections
  add column kind text not null default 'proxy',
  -- What it was opened in, when that was a session. Ends with it.
  add column session_id text,
  -- Of a peer: the key of the agent that opens streams, and how these may travel.
  add column initiator_key text,
  add column route text,
  -- Of a peer, where the device was when its ticket was written last.
  alter column relay_id drop not null,
  alter column host_rule drop not null,
  alter column idle_timeout_ms drop not null,
  drop constraint connections_place,
  add constraint connections_kind check (kind in ('proxy', 'peer')),
  add constraint connections_place check (
    (kind = 'proxy' and state in ('open', 'reopening')) <= (host is not null and port is not null)
  ),
  add constraint connections_proxy check (
    (kind = 'proxy') <= (relay_id is not null and host_rule is not null and idle_timeout_ms is not null)
  ),
  -- A peer that is closing is over. It is remembered until no ticket of it is good any more.
  add constraint connections_peer check (
    (kind = 'peer') <= (initiator_key is not null and route in ('failover', 'p2p', 'proxy') and state in ('open', 'closing'))
  );
alter table connections alter column kind drop default;

create unique index connections_live_peer_key on connections (account_id, service_id, user_id, initiator_key)
  where kind = 'peer' and state = 'open';
create index connections_expiring_peers on connections (expires_at) where kind = 'peer';
-- What has to be told again to agents that come back.
create index connections_closing_peers on connections (device_id) where kind = 'peer' and state = 'closing';

alter table sessions
  -- Null: a proxy's.
  add column route text,
  -- What its initiator told last of the way that its bytes take.
  add column path text,
  add column path_remote text,
  add column path_reason text,
  add column round_trip_ms real,
  add column loss real,
  add column path_at timestamptz,
  add constraint sessions_route check (route in ('failover', 'p2p', 'proxy')),
  add constraint sessions_path check (path in ('relay', 'lan', 'tcp', 'udp')),
  add constraint sessions_loss check (loss between 0 and 1 and round_trip_ms >= 0);

-- How it went over time: few points of each session, the fewer the longer it lives.
create table session_paths (
  account_id text not null,
  session_id uuid not null,
  points jsonb not null,
  constraint session_paths_pkey primary key (account_id, session_id),
  constraint session_paths_session_fkey foreign key (account_id, session_id) references sessions on delete cascade,
  constraint session_paths_points_are_few check (jsonb_array_length(points) <= 64)
);
