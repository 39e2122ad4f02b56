-- What people thought of a session, and the ways to those of one person.
alter table sessions
  -- 100 good, 50 okay, 0 bad.
  add column rating smallint,
  add constraint sessions_rating check (rating between 0 and 100);

create index sessions_by_id on sessions (id);
create index sessions_live_of_user on sessions (user_id, began_at desc) where ended_at is null;
