-- Services: ports that a device's agent connects streams to.

create table services (
  account_id text not null,
  id text not null,
  device_id text not null,
  name text not null,
  application integer not null,
  host text not null,
  port integer not null,
  enabled boolean not null,
  attributes jsonb not null default '{}',
  created_at timestamptz not null,
  constraint services_pkey primary key (account_id, id),
  constraint services_device_fkey foreign key (account_id, device_id) references devices on delete cascade,
  constraint services_name_length check (char_length(name) between 1 and 100),
  constraint services_host_length check (char_length(host) between 1 and 255),
  constraint services_port check (port between 0 and 65535),
  constraint services_attributes_size check (octet_length(attributes::text) <= 200000)
);

create index services_of_device on services (device_id, created_at, id);
create index services_by_id on services (id);
