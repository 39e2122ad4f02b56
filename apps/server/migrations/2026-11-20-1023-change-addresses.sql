-- Links that change the address of an account, or bring the former one back.
alter table auth.link_token
  add column email text,
  drop constraint link_token_purpose_is_known,
  add constraint link_token_purpose_is_known check (purpose in ('verify-email', 'welcome', 'change-email', 'restore-email')),
  add constraint link_token_email_has_purpose check ((email is not null) = (purpose in ('change-email', 'restore-email')));

create index link_token_expires_idx on auth.link_token (expires_at);
