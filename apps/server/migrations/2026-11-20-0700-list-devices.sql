-- Lists of devices at any length: each way to sort them has an index, and totals are kept rather than counted.

-- The name as it is compared and sorted by: in one order on every system, whatever its locale.
alter table devices add column name_key text collate "C" not null generated always as (lower(name)) stored;
drop index devices_name_key;
create unique index devices_name_key on devices (account_id, name_key) include (id);
create index devices_by_platform on devices (account_id, platform, name_key, id);
create index devices_by_creation on devices (account_id, created_at, id);

-- Presence has the name, too, so that one index gives the order by state and name. It follows the device's.
alter table devices add constraint devices_with_name_key unique (account_id, id, name_key);
alter table device_presence
  add column name_key text collate "C" not null default '',
  -- 0: unknown; 1: poor; 2: moderate; 3: good.
  add column quality smallint not null default 0,
  add constraint device_presence_quality_is_known check (quality between 0 and 3);

update device_presence set name_key = devices.name_key from devices
  where (devices.account_id, devices.id) = (device_presence.account_id, device_presence.device_id);

alter table device_presence drop constraint device_presence_device_fkey,
  add constraint device_presence_device_fkey foreign key (account_id, device_id, name_key)
    references devices (account_id, id, name_key) on update cascade on delete cascade;

create function name_presence() returns trigger language plpgsql as $$
  begin
    select name_key into new.name_key from devices where account_id = new.account_id and id = new.device_id;
    return new;
  end $$;
create trigger device_presence_name before insert on device_presence
  for each row when (new.name_key = '') execute function name_presence();

create index device_presence_by_state on device_presence (account_id, is_online desc, name_key, device_id);
create index device_presence_by_report on device_presence (account_id, reported_at, name_key, device_id);
create index device_presence_by_quality on device_presence (account_id, quality, name_key, device_id);

create index services_by_application on services (account_id, application, device_id);

-- Names are searched by any part of them, in any script: by pairs of neighbouring characters. A pair is of one account,
-- so that a search never reads what belongs to others. Two pairs may be alike by chance: whoever searches also compares
-- the names that are found.
create function name_pairs(account_id text, name text) returns integer[]
  language plpgsql immutable strict parallel safe as $$
  declare
    pairs integer[] := '{}';
    account_hash integer := hashtext(account_id);
    name_key text := lower(name);
  begin
    for place in 1 .. char_length(name_key) - 1 loop
      pairs := pairs || (account_hash # hashtext(substr(name_key, place, 2)));
    end loop;
    return pairs;
  end $$;
create index devices_by_name_pairs on devices using gin (name_pairs(account_id, name));
create index services_by_name_pairs on services using gin (name_pairs(account_id, name));

-- How many devices an account has online, and how many offline. In slots, so that changes at the same time need not wait
-- for each other: an account's figure is the sum of its slots.
create table device_counts (
  account_id text not null,
  is_online boolean not null,
  slot smallint not null,
  devices bigint not null,
  constraint device_counts_pkey primary key (account_id, is_online, slot)
) with (fillfactor = 50);

insert into device_counts select account_id, is_online, 0, count(*) from device_presence group by account_id, is_online;

create function count_devices() returns trigger language plpgsql as $$
  declare
    sign integer := case tg_op when 'DELETE' then -1 else 1 end;
  begin
    insert into device_counts as known (account_id, is_online, slot, devices)
      select account_id, is_online, pg_backend_pid() % 16, sign * count(*) from changed
      group by account_id, is_online order by account_id, is_online
    on conflict (account_id, is_online, slot) do update set devices = known.devices + excluded.devices;
    return null;
  end $$;
create trigger device_presence_count_added after insert on device_presence
  referencing new table as changed for each statement execute function count_devices();
create trigger device_presence_count_gone after delete on device_presence
  referencing old table as changed for each statement execute function count_devices();

create function recount_devices() returns trigger language plpgsql as $$
  begin
    insert into device_counts as known (account_id, is_online, slot, devices)
      select account_id, is_online, pg_backend_pid() % 16, sum(change) from (
        select account_id, is_online, 1 as change from later
        union all
        select account_id, is_online, -1 from earlier
      ) as changes
      group by account_id, is_online having sum(change) <> 0 order by account_id, is_online
    on conflict (account_id, is_online, slot) do update set devices = known.devices + excluded.devices;
    return null;
  end $$;
create trigger device_presence_count_changed after update on device_presence
  referencing old table as earlier new table as later for each statement execute function recount_devices();
