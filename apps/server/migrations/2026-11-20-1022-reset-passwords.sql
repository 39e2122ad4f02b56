-- Codes that were mailed to choose a new password with: one a person, the latest.
create table auth.password_reset (
  user_id text not null,
  code_hash bytea not null,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  constraint password_reset_pkey primary key (user_id),
  constraint password_reset_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade,
  constraint password_reset_attempts_not_negative check (attempts >= 0)
);

create index password_reset_expires_idx on auth.password_reset (expires_at);
