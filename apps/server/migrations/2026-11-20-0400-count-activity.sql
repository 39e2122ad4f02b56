-- How long and how often devices were online and connected to, for graphs and averages.
--
-- The totals only grow; at every change a mark keeps what they were. What a period came to is the difference of two
-- moments, each found with one look-up, however long the period is and however often the thing changed within.

create table activity (
  account_id text not null,
  -- A device, or a service.
  subject_id text not null,
  track text not null,
  -- How many at once: 0 or 1 for online, the live sessions for the others.
  level integer not null,
  -- When it last changed.
  at timestamptz not null,
  -- How long the level was above 0, until then.
  on_ms bigint not null,
  begins bigint not null,
  ends bigint not null,
  constraint activity_pkey primary key (account_id, subject_id, track),
  constraint activity_track check (track in ('online', 'device-connected', 'service-connected')),
  constraint activity_level check (level >= 0 and (track <> 'online' or level <= 1))
) with (fillfactor = 80);

-- Just before each change. Of several changes at one moment the first has the mark: nobody can ask between them.
-- Partitions are of a month, by the server; what falls outside of them is still kept, in activity_marks_default.
create table activity_marks (
  account_id text not null,
  subject_id text not null,
  track text not null,
  at timestamptz not null,
  level integer not null,
  on_ms bigint not null,
  begins bigint not null,
  ends bigint not null,
  constraint activity_marks_pkey primary key (account_id, subject_id, track, at)
) partition by range (at);

create table activity_marks_default partition of activity_marks default;

-- The devices of an account together. known: those that have ever come online; the others: those online, connected to.
create table account_activity (
  account_id text not null,
  track text not null,
  -- How many just now.
  level integer not null,
  constraint account_activity_pkey primary key (account_id, track),
  constraint account_activity_track check (track in ('known', 'online', 'device-connected'))
);

-- What changed in a quarter of an hour: every time zone is some quarters of an hour from UTC. Sums in any order, so
-- that a late fact still finds its place.
create table account_activity_slots (
  account_id text not null,
  track text not null,
  -- When the quarter begins.
  at timestamptz not null,
  -- By how much the level changed within.
  step integer not null,
  -- For every step, what was left of the quarter: added for one up, taken away for one down.
  rest_ms bigint not null,
  begins bigint not null,
  ends bigint not null,
  constraint account_activity_slots_pkey primary key (account_id, track, at)
) partition by range (at);

create table account_activity_slots_default partition of account_activity_slots default;

-- What is on already begins to count from its beginning.
insert into activity
  select account_id, device_id, 'online', 1, online_since, 0, 1, 0 from device_presence where is_online
  union all
  select account_id, device_id, 'device-connected', count(*), min(began_at), 0, count(*), 0 from sessions
  where ended_at is null group by account_id, device_id
  union all
  select account_id, service_id, 'service-connected', count(*), min(began_at), 0, count(*), 0 from sessions
  where ended_at is null group by account_id, service_id;

insert into activity_marks select account_id, subject_id, track, at, 0, 0, 0, 0 from activity;

insert into account_activity
  select account_id, track, count(*) from activity where track <> 'service-connected' group by account_id, track
  union all
  select account_id, 'known', count(*) from activity where track = 'online' group by account_id;

insert into account_activity_slots
  select account_id, track, date_bin('15 minutes', at, 'epoch'), count(*),
    sum(extract(epoch from date_bin('15 minutes', at, 'epoch') + interval '15 minutes' - at) * 1000), sum(begins), 0
  from (
    select account_id, track, at, begins from activity where track <> 'service-connected'
    union all
    select account_id, 'known', at, 0 from activity where track = 'online'
  ) as change
  group by 1, 2, 3;
