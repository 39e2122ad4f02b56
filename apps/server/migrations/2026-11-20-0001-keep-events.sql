-- What happened, per account. Every change leaves its fact here, in the same transaction.
-- Partitions are made a week ahead by the server; what falls outside of them is still kept, in events_default.

create table events (
  account_id text not null,
  id text not null,
  type text not null,
  state text,
  action text,
  actor_id text,
  device_id text,
  -- Snapshots, so that something deleted leaves its id and its last name.
  targets jsonb not null default '[]',
  data jsonb not null default '{}',
  at timestamptz not null,
  constraint events_pkey primary key (account_id, id, at),
  constraint events_targets_is_list check (jsonb_typeof(targets) = 'array'),
  constraint events_data_is_object check (jsonb_typeof(data) = 'object')
) partition by range (at);

create index events_device_idx on events (account_id, device_id, id) where device_id is not null;

create table events_default partition of events default;

-- Messages between server processes that are too long for pg_notify, for the minutes until all have read them.
create table bus_messages (
  id uuid not null default gen_random_uuid(),
  -- JSON; not jsonb, which knows no \u0000.
  message text not null,
  at timestamptz not null default now(),
  constraint bus_messages_pkey primary key (id)
);

create index bus_messages_at_idx on bus_messages (at);
