-- A connection that was opened with an access key ends with it. Null: it was opened in a session.

alter table connections add column access_key text;
