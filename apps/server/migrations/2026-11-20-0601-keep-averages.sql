-- How well devices stay online, kept beside where they are, so that lists show it, and sort by it, without counting.

alter table device_presence
  -- The share of the last thirty days that it was online, 0 to 1.
  add column availability double precision,
  -- How often it went offline per day of them.
  add column instability double precision,
  -- When both are to be looked at again: soon after a change, and now and then.
  add column averages_due_at timestamptz not null default to_timestamp(0),
  add constraint device_presence_availability check (availability between 0 and 1),
  add constraint device_presence_instability check (instability >= 0);

create index device_presence_averages_due on device_presence (averages_due_at);
