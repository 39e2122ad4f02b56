-- Facts about a device are put in order by the tunnel that they are about, and then by their own moment.

alter table device_presence
  -- When the tunnel entered that the last fact was about.
  add column entered_at timestamptz not null default to_timestamp(0);

update device_presence set entered_at = coalesce(online_since, fact_at);

alter table device_presence alter column fact_at set default to_timestamp(0);
