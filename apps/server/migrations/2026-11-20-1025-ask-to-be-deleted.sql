-- People who want their account deleted. The operator does it, within some days.
create table auth.deletion_request (
  id text not null,
  user_id text not null,
  email text not null,
  -- Of the table in packages/vocabulary.
  reasons text[] not null,
  other text not null,
  may_contact boolean not null,
  created_at timestamptz not null,
  constraint deletion_request_pkey primary key (id),
  constraint deletion_request_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade,
  constraint deletion_request_other_length check (char_length(other) <= 2000)
);

create index deletion_request_user_idx on auth.deletion_request (user_id, created_at);
