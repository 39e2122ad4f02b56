-- Passkeys, and the challenges that authenticators sign.

create table auth.passkey (
  id text not null,
  user_id text not null,
  credential_id bytea not null,
  -- COSE_Key, as the authenticator gave it.
  public_key bytea not null,
  -- How often it was used, as it says itself; 0 for those that do not count.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  is_backed_up boolean not null,
  -- It asked for a PIN, a finger or a face when it was made: only then can it stand for a password.
  verifies_person boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkey_pkey primary key (id),
  constraint passkey_credential_key unique (credential_id),
  constraint passkey_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade,
  constraint passkey_name_length check (char_length(name) between 1 and 100),
  constraint passkey_counter_not_negative check (counter >= 0)
);

create index passkey_user_idx on auth.passkey (user_id);

create table auth.passkey_challenge (
  -- SHA-256 of the challenge.
  challenge_hash bytea not null,
  purpose text not null,
  -- Whose passkey is to be made or used; null: whoever's, to sign in.
  user_id text,
  expires_at timestamptz not null,
  constraint passkey_challenge_pkey primary key (challenge_hash),
  constraint passkey_challenge_purpose_is_known check (purpose in ('add', 'sign-in', 'second-factor')),
  constraint passkey_challenge_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade,
  constraint passkey_challenge_user_is_known check ((user_id is null) = (purpose = 'sign-in'))
);

create index passkey_challenge_expires_idx on auth.passkey_challenge (expires_at);
create index passkey_challenge_user_idx on auth.passkey_challenge (user_id) where user_id is not null;
