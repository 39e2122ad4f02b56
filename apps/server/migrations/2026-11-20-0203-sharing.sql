-- What is shared with people of other accounts.

create table device_shares (
  account_id text not null,
  device_id text not null,
  user_id text not null,
  can_script boolean not null default false,
  -- Null: all of them, also those that come later.
  service_ids text[],
  created_by text not null,
  created_at timestamptz not null,
  constraint device_shares_pkey primary key (account_id, device_id, user_id),
  constraint device_shares_device_fkey foreign key (account_id, device_id) references devices on delete cascade,
  constraint device_shares_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade,
  constraint device_shares_are_with_others check (account_id <> user_id),
  constraint device_shares_services_are_few check (service_ids is null or cardinality(service_ids) <= 1000)
);

create index device_shares_by_user on device_shares (user_id, device_id);
create index device_shares_by_device on device_shares (device_id);

create table network_shares (
  account_id text not null,
  network_id text not null,
  user_id text not null,
  created_by text not null,
  created_at timestamptz not null,
  constraint network_shares_pkey primary key (account_id, network_id, user_id),
  constraint network_shares_network_fkey foreign key (account_id, network_id) references networks on delete cascade,
  constraint network_shares_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade,
  constraint network_shares_are_with_others check (account_id <> user_id)
);

create index network_shares_by_user on network_shares (user_id);

-- A device that is handed over changes its account, and so does all that is its own.
alter table device_presence drop constraint device_presence_device_fkey,
  add constraint device_presence_device_fkey foreign key (account_id, device_id) references devices on update cascade on delete cascade;
alter table agent_keys drop constraint agent_keys_device_fkey,
  add constraint agent_keys_device_fkey foreign key (account_id, device_id) references devices on update cascade on delete cascade;
alter table services drop constraint services_device_fkey,
  add constraint services_device_fkey foreign key (account_id, device_id) references devices on update cascade on delete cascade;
