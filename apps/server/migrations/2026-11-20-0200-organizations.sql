-- Organizations: records on accounts, with the roles that other accounts hold in them.

create table organizations (
  account_id text not null,
  name text not null,
  domain text,
  logo_url text,
  providers text[] not null default '{}',
  -- What the domain's CNAME record has to lead to.
  verification_value text not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  constraint organizations_pkey primary key (account_id),
  constraint organizations_name_length check (char_length(name) between 1 and 100),
  constraint organizations_providers_are_known check (providers <@ array['SAML', 'OIDC'])
);

create table roles (
  account_id text not null,
  id text not null,
  name text not null,
  -- Made with the organization, and never changed.
  is_system boolean not null default false,
  permissions text[] not null,
  access text not null,
  tag_operator text not null default 'ANY',
  -- Lower-cased names, so that a role may name a tag before it exists.
  tag_keys text[] not null default '{}',
  device_ids text[] not null default '{}',
  created_at timestamptz not null,
  constraint roles_pkey primary key (account_id, id),
  constraint roles_organization_fkey foreign key (account_id) references organizations on delete cascade,
  constraint roles_name_length check (char_length(name) between 1 and 64),
  constraint roles_permissions_are_known check (permissions <@ array['VIEW', 'CONNECT', 'SCRIPTING', 'MANAGE', 'ADMIN']),
  constraint roles_permissions_begin_with_view check ('VIEW' = any (permissions)),
  constraint roles_access_is_known check (access in ('NONE', 'ALL', 'TAG', 'SELECTED', 'CUSTOM')),
  constraint roles_tag_operator_is_known check (tag_operator in ('ANY', 'ALL')),
  constraint roles_lists_are_short check (cardinality(tag_keys) <= 100 and cardinality(device_ids) <= 1000)
);

create unique index roles_name_key on roles (account_id, lower(name));

create table members (
  account_id text not null,
  user_id text not null,
  -- Null: the role was deleted, and there is no access until another is given.
  role_id text,
  is_licensed boolean not null,
  created_at timestamptz not null,
  constraint members_pkey primary key (account_id, user_id),
  constraint members_organization_fkey foreign key (account_id) references organizations on delete cascade,
  constraint members_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade,
  constraint members_role_fkey foreign key (account_id, role_id) references roles on delete set null (role_id),
  constraint members_are_others check (account_id <> user_id)
);

create index members_by_user on members (user_id);
create index members_by_role on members (account_id, role_id);
