-- Connect links: stable public addresses of services.
create table connect_links (
  account_id text not null,
  service_id text not null,
  -- The stable part of its name.
  code text not null,
  -- For services that are no web pages; null until one is allotted.
  port integer,
  -- See apps/server/src/domains/connections/operations/hash-link-password.ts.
  password_hash text,
  enabled boolean not null,
  allow text[] not null default '{}',
  deny text[] not null default '{}',
  created_at timestamptz not null,
  constraint connect_links_pkey primary key (account_id, service_id),
  constraint connect_links_service_fkey foreign key (account_id, service_id) references services on update cascade on delete cascade,
  constraint connect_links_code_key unique (code),
  constraint connect_links_port_key unique (port),
  constraint connect_links_port check (port between 1 and 65535),
  constraint connect_links_lists_are_short check (cardinality(allow) <= 100 and cardinality(deny) <= 100)
);
