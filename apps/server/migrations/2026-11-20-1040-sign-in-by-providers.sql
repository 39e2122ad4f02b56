-- Accounts at Google, Apple and their like that people sign in with, and sign-ins that are under way there.

create table auth.provider_identity (
  id text not null,
  user_id text not null,
  provider text not null,
  -- Who says it, and whom they mean: what the person is known by. The address is only shown.
  issuer text not null,
  subject text not null,
  email text,
  created_at timestamptz not null,
  constraint provider_identity_pkey primary key (id),
  constraint provider_identity_subject_key unique (issuer, subject),
  -- One of each provider: a list that stays short.
  constraint provider_identity_user_key unique (user_id, provider),
  constraint provider_identity_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade,
  constraint provider_identity_subject_length check (char_length(subject) between 1 and 255)
);

-- What has to be remembered until the person comes back. What proves that it is the same browser is in its cookie alone.
create table auth.provider_attempt (
  -- SHA-256 of the cookie's token.
  token_hash bytea not null,
  provider text not null,
  -- Where the person wanted to go.
  next text not null,
  remember_me boolean not null,
  -- In which the identity is added to an account; null: it signs in.
  session_id text,
  expires_at timestamptz not null,
  constraint provider_attempt_pkey primary key (token_hash),
  -- Whoever signs out meanwhile adds nothing.
  constraint provider_attempt_session_fkey foreign key (session_id) references auth.session (id) on delete cascade,
  constraint provider_attempt_next_length check (char_length(next) <= 1000)
);

create index provider_attempt_expires_idx on auth.provider_attempt (expires_at);
create index provider_attempt_session_idx on auth.provider_attempt (session_id) where session_id is not null;
