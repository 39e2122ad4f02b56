-- Second factors: what a person proves besides a password, the sign-ins that wait for it, and the way back for those
-- who lost it. Codes stand here as hashes, the secret of an authenticator app sealed (apps/server/src/platform/seal.ts).

create table auth.second_factors (
  user_id text not null,
  method text not null default 'NO_MFA',
  -- In E.164. Whoever has it has sent back a code that went there.
  phone text,
  -- The one that is to take its place, once its code came back.
  pending_phone text,
  phone_code_hash bytea,
  phone_code_expires_at timestamptz,
  phone_code_wrong_answers integer not null default 0,
  sealed_totp bytea,
  -- The last step of 30 seconds whose code was taken: it and those before are used up.
  totp_step integer,
  -- The secret that is to take its place, once a code of it came back.
  pending_sealed_totp bytea,
  recovery_code_hash bytea,
  constraint second_factors_pkey primary key (user_id),
  constraint second_factors_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade,
  constraint second_factors_method_is_known check (method in ('NO_MFA', 'SMS_MFA', 'SOFTWARE_TOKEN_MFA')),
  constraint second_factors_method_is_set_up check (
    case method when 'SMS_MFA' then phone is not null when 'SOFTWARE_TOKEN_MFA' then sealed_totp is not null else true end
  ),
  constraint second_factors_method_can_be_recovered check (method = 'NO_MFA' or recovery_code_hash is not null),
  constraint second_factors_pending_phone_has_code check (
    (pending_phone is null) = (phone_code_hash is null) and (pending_phone is null) = (phone_code_expires_at is null)
  ),
  constraint second_factors_wrong_answers_are_few check (phone_code_wrong_answers between 0 and 5)
);

-- A sign-in that has proven one factor, and waits for the other.
create table auth.sign_in_challenge (
  token_hash bytea not null,
  user_id text not null,
  remember_me boolean not null,
  -- The peer's address.
  source text not null,
  expires_at timestamptz not null,
  wrong_answers integer not null default 0,
  -- Of the code that went out by text message.
  code_hash bytea,
  code_expires_at timestamptz,
  constraint sign_in_challenge_pkey primary key (token_hash),
  constraint sign_in_challenge_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade,
  constraint sign_in_challenge_wrong_answers_are_few check (wrong_answers between 0 and 5),
  constraint sign_in_challenge_code_expires check ((code_hash is null) = (code_expires_at is null))
);

create index sign_in_challenge_user_idx on auth.sign_in_challenge (user_id);
create index sign_in_challenge_expires_idx on auth.sign_in_challenge (expires_at);

-- Somebody who wants back into an account without their second factor. One for an address that nobody has looks the
-- same, so that nobody learns who has an account.
create table auth.recovery (
  token_hash bytea not null,
  user_id text,
  -- Of the code that was mailed.
  code_hash bytea not null,
  expires_at timestamptz not null,
  wrong_answers integer not null default 0,
  constraint recovery_pkey primary key (token_hash),
  constraint recovery_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade,
  constraint recovery_wrong_answers_are_few check (wrong_answers between 0 and 5)
);

create index recovery_user_idx on auth.recovery (user_id);
create index recovery_expires_idx on auth.recovery (expires_at);
