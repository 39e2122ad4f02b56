-- Who people are: the tables of better-auth, in our spelling, and what stands around them.

create schema auth;

-- A user is also an account: its id is the account_id of everything that belongs to it.
create table auth."user" (
  id text not null,
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  language text not null default 'en',
  is_operator boolean not null default false,
  terms_accepted_at timestamptz,
  constraint user_pkey primary key (id),
  constraint user_email_key unique (email),
  constraint user_email_is_clean check (email = lower(btrim(email)) and length(email) <= 254),
  constraint user_language_is_known check (language in ('en', 'ja'))
);

-- One installation has one operator.
create unique index user_operator_key on auth."user" (is_operator) where is_operator;

create table auth.session (
  id text not null,
  user_id text not null,
  token text not null,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint session_pkey primary key (id),
  constraint session_token_key unique (token),
  constraint session_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade
);

create index session_user_idx on auth.session (user_id);

-- A way to sign in: a password, later also a federated identity. Nothing to do with our accounts.
create table auth.credential (
  id text not null,
  user_id text not null,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint credential_pkey primary key (id),
  constraint credential_provider_key unique (provider_id, account_id),
  constraint credential_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade
);

create index credential_user_idx on auth.credential (user_id);

create table auth.verification (
  id text not null,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint verification_pkey primary key (id)
);

create index verification_identifier_idx on auth.verification (identifier);

-- Tokens of mailed and printed links: single use, only their SHA-256 kept.
create table auth.link_token (
  token_hash bytea not null,
  purpose text not null,
  user_id text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint link_token_pkey primary key (token_hash),
  constraint link_token_purpose_is_known check (purpose in ('verify-email', 'welcome')),
  constraint link_token_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade
);

create index link_token_user_idx on auth.link_token (user_id, purpose);
