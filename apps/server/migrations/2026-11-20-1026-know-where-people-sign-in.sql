-- With what program and from which country somebody has signed in before: of what is new, they are told.
create table auth.known_sign_in (
  user_id text not null,
  device text not null,
  -- Empty when nobody knows.
  country text not null,
  last_at timestamptz not null,
  constraint known_sign_in_pkey primary key (user_id, device, country),
  constraint known_sign_in_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade
);
