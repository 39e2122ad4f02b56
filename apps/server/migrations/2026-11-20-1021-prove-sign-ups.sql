-- Solutions of captchas that were taken, until their challenges are too old: each counts once.
create table auth.captcha_solution (
  -- SHA-256 of the challenge's signature.
  challenge_hash bytea not null,
  expires_at timestamptz not null,
  constraint captcha_solution_pkey primary key (challenge_hash)
);

create index captcha_solution_expires_idx on auth.captcha_solution (expires_at);

-- SHA-256 of the cookie of the browser that a password was chosen in, before the address was verified. A mailed link that is
-- opened elsewhere does not confirm what somebody else may have chosen.
alter table auth.credential add column chosen_in bytea;
