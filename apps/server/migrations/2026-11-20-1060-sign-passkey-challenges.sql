-- What authenticators sign says itself, under a key of ours, for what and until when it is good. Kept is what was used.

drop table auth.passkey_challenge;

create table auth.used_passkey_challenge (
  -- SHA-256 of the challenge.
  challenge_hash bytea not null,
  -- From then on it is too old anyway.
  expires_at timestamptz not null,
  constraint used_passkey_challenge_pkey primary key (challenge_hash)
);

create index used_passkey_challenge_expires_idx on auth.used_passkey_challenge (expires_at);
