-- Use of connect links: when it has to prove itself anew, and sessions that nobody in particular began.
alter table connect_links add column visits_from timestamptz not null default now();

-- Null for who uses a link: nobody knows them.
alter table sessions alter column user_id drop not null;
-- When the relay last told of a link's use, which has no connection to end it. Null for the others.
alter table sessions add column told_at timestamptz;
alter table sessions add constraint sessions_told check ((user_id is null) = (told_at is not null));
create index sessions_told on sessions (told_at) where ended_at is null and told_at is not null;
