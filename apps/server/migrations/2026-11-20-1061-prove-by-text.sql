-- Codes by text message, by which somebody who is signed in proves once more who they are.

create table auth.proof_code (
  -- The session that asked for it, and that it counts for.
  session_id text not null,
  -- Keyed with a secret of the installation, over the session and the number that it went to.
  code_hash bytea not null,
  wrong_answers integer not null default 0,
  expires_at timestamptz not null,
  constraint proof_code_pkey primary key (session_id),
  constraint proof_code_session_fkey foreign key (session_id) references auth.session (id) on delete cascade,
  constraint proof_code_wrong_answers_not_negative check (wrong_answers >= 0)
);

create index proof_code_expires_idx on auth.proof_code (expires_at);
