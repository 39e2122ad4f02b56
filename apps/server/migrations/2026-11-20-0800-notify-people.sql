-- Telling people what happened: how they want to be told, what is still to be told, and how telling went.

create table notification_settings (
  user_id text not null,
  by_mail boolean not null default false,
  in_portal boolean not null default true,
  -- Where mails go instead of the address of the account, once whoever reads it has agreed.
  email text,
  email_verified_at timestamptz,
  -- SHA-256 of the token in the link that agrees.
  email_token_hash bytea,
  email_token_expires_at timestamptz,
  constraint notification_settings_pkey primary key (user_id),
  constraint notification_settings_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade,
  constraint notification_settings_email_is_clean check (email = lower(btrim(email)) and length(email) <= 254),
  constraint notification_settings_verified_is_there check (email is not null or email_verified_at is null)
);

create unique index notification_settings_email_token_key on notification_settings (email_token_hash);

-- Null: as the person has it for all devices.
create table device_notification_settings (
  account_id text not null,
  device_id text not null,
  user_id text not null,
  by_mail boolean,
  in_portal boolean,
  constraint device_notification_settings_pkey primary key (account_id, device_id, user_id),
  constraint device_notification_settings_device_fkey foreign key (account_id, device_id)
    references devices on update cascade on delete cascade,
  constraint device_notification_settings_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade,
  constraint device_notification_settings_say_something check (by_mail is not null or in_portal is not null)
);

create index device_notification_settings_by_user on device_notification_settings (user_id);

-- Facts that people have not been told of yet: one row for all that was announced together, written with it.
create table untold_facts (
  id uuid not null default gen_random_uuid(),
  -- The keys of rows of `events`, side by side.
  account_ids text[] not null,
  event_ids text[] not null,
  event_ats timestamptz[] not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  constraint untold_facts_pkey primary key (id)
);

create index untold_facts_due on untold_facts (due_at);

create table notifications (
  user_id text not null,
  id text not null,
  -- The key of a row of `events`.
  account_id text not null,
  event_id text not null,
  event_at timestamptz not null,
  -- How many happened with it that were too many to list.
  others integer not null default 0,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint notifications_pkey primary key (user_id, id),
  constraint notifications_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade,
  constraint notifications_others_not_negative check (others >= 0)
);

create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_created on notifications (created_at);

-- What is collected for the next mail to a person; the row stays, to know when the last one left.
create table notification_mails (
  user_id text not null,
  -- By device: what became of it.
  items jsonb not null default '{}',
  others integer not null default 0,
  due_at timestamptz,
  sent_at timestamptz,
  pause_ms integer not null,
  constraint notification_mails_pkey primary key (user_id),
  constraint notification_mails_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade,
  constraint notification_mails_items_is_object check (jsonb_typeof(items) = 'object')
);

create index notification_mails_due on notification_mails (due_at) where due_at is not null;

create table webhooks (
  user_id text not null,
  -- Null while it is off; kept when we switched it off, so that one click switches it on again.
  url text,
  is_on boolean not null,
  -- See apps/server/src/platform/seal.ts.
  sealed_secret bytea not null,
  -- Since when nothing arrived, and how often it was tried since.
  failing_since timestamptz,
  failures integer not null default 0,
  -- Why we switched it off.
  switched_off_because text,
  -- When to look at what waits for it, or when whoever does has given up.
  due_at timestamptz,
  constraint webhooks_pkey primary key (user_id),
  constraint webhooks_user_fkey foreign key (user_id) references auth."user" (id) on delete cascade,
  constraint webhooks_on_has_url check (url is not null or not is_on),
  constraint webhooks_url_length check (length(url) <= 2048)
);

create index webhooks_due on webhooks (due_at) where due_at is not null;

create table webhook_deliveries (
  user_id text not null,
  id text not null,
  -- Where it went, or is to go.
  url text not null,
  body jsonb not null,
  state text not null default 'waiting',
  attempts integer not null default 0,
  response_status integer,
  error text,
  created_at timestamptz not null,
  due_at timestamptz,
  constraint webhook_deliveries_pkey primary key (user_id, id),
  constraint webhook_deliveries_webhook_fkey foreign key (user_id) references webhooks on delete cascade,
  constraint webhook_deliveries_state_is_known check (state in ('waiting', 'delivered', 'failed')),
  constraint webhook_deliveries_waiting_is_due check ((state = 'waiting') = (due_at is not null))
);

create index webhook_deliveries_waiting on webhook_deliveries (user_id, due_at) where due_at is not null;
create index webhook_deliveries_finished on webhook_deliveries (user_id, id) where due_at is null;
create index webhook_deliveries_created on webhook_deliveries (created_at);
