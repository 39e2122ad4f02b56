-- Networks: groups of services, and whom they are shared with.

create table networks (
  account_id text not null,
  id text not null,
  name text not null,
  created_at timestamptz not null,
  constraint networks_pkey primary key (account_id, id),
  constraint networks_name_length check (char_length(name) between 2 and 100)
);

create index networks_by_id on networks (id);

create table network_connections (
  account_id text not null,
  network_id text not null,
  service_id text not null,
  device_id text not null,
  name text,
  port integer,
  created_at timestamptz not null,
  constraint network_connections_pkey primary key (account_id, network_id, service_id),
  constraint network_connections_network_fkey foreign key (account_id, network_id) references networks on delete cascade,
  constraint network_connections_service_fkey foreign key (account_id, service_id) references services on delete cascade,
  constraint network_connections_port check (port between 0 and 65535)
);

create index network_connections_by_device on network_connections (account_id, device_id);
create index network_connections_by_service on network_connections (account_id, service_id);

create table network_tags (
  account_id text not null,
  tag_id text not null,
  network_id text not null,
  created_at timestamptz not null,
  constraint network_tags_pkey primary key (account_id, tag_id, network_id),
  constraint network_tags_tag_fkey foreign key (account_id, tag_id) references tags on delete cascade,
  constraint network_tags_network_fkey foreign key (account_id, network_id) references networks on delete cascade
);

create index network_tags_by_network on network_tags (account_id, network_id);
