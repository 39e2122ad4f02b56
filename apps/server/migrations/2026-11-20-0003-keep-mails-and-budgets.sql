-- Mails on their way out; without an SMTP server they stay, for the operator to read.
create table mails (
  id text not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null default now(),
  -- When it may be tried (again); null once it was sent, given up, or has nowhere to go.
  due_at timestamptz,
  attempts integer not null default 0,
  sent_at timestamptz,
  error text,
  constraint mails_pkey primary key (id),
  constraint mails_attempts_not_negative check (attempts >= 0),
  constraint mails_sent_is_not_due check (sent_at is null or due_at is null)
);

create index mails_due_idx on mails (due_at) where due_at is not null;
create index mails_created_idx on mails (created_at);

-- Budgets against guessing and flooding, per account and per address. Filled by rate-limiter-flexible, which fixes the
-- names and the order of the columns.
create table budgets (
  key text not null,
  points integer not null default 0,
  -- Milliseconds since the Unix epoch.
  expire bigint,
  constraint budgets_pkey primary key (key)
);
