-- Sessions whose tokens stand nowhere: they are worked out from a session's id and generation, and signed. People sign in
-- once more after this.
delete from auth.session;

alter table auth.session
  drop column token,
  drop column updated_at,
  -- How often the refresh token was exchanged. Tokens say of which generation they are.
  add column generation integer not null default 0,
  -- The highest one that a client has come with: its tokens have arrived.
  add column arrived_generation integer not null default 0,
  add column rotated_at timestamptz not null default now(),
  -- False: it ends with the browser.
  add column is_remembered boolean not null default true,
  -- When whoever has it last proved who they are.
  add column proven_at timestamptz not null default now(),
  add column last_active_at timestamptz not null default now(),
  add constraint session_generations_fit check (0 <= arrived_generation and arrived_generation <= generation);

-- Lists what a person has by when it was begun, and finds the oldest.
create index session_user_created_idx on auth.session (user_id, created_at);
drop index auth.session_user_idx;
create index session_expires_idx on auth.session (expires_at);

-- Providers' tokens are used once, when somebody signs in, and not kept.
alter table auth.credential
  drop column access_token,
  drop column refresh_token,
  drop column id_token,
  drop column access_token_expires_at,
  drop column refresh_token_expires_at,
  drop column scope;

drop table auth.verification;
