-- Newcomers whose provider does not say that the address is theirs: they wait for the code that was mailed there.

create table auth.provider_sign_up (
  -- SHA-256 of the cookie's token.
  token_hash bytea not null,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text not null,
  remember_me boolean not null,
  -- Keyed with a secret of the installation, over the token's hash.
  code_hash bytea not null,
  wrong_answers integer not null default 0,
  expires_at timestamptz not null,
  constraint provider_sign_up_pkey primary key (token_hash),
  constraint provider_sign_up_subject_length check (char_length(subject) between 1 and 255),
  constraint provider_sign_up_email_length check (char_length(email) between 1 and 254),
  constraint provider_sign_up_wrong_answers_not_negative check (wrong_answers >= 0)
);

create index provider_sign_up_expires_idx on auth.provider_sign_up (expires_at);
