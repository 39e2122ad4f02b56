-- What its agent says of a connection, beside the way that its bytes take.

alter table sessions
  -- Of a relayed path: by which relay.
  add column path_relay text,
  -- Why there is no better one, as one of so many cases.
  add column path_why text,
  add column health_state text,
  -- A letter for each checkpoint, in their order: y, n, or - for what is not known or not asked for.
  add column checkpoints text,
  -- What went wrong last, unless it is well again.
  add column error_code integer,
  add column error_message text,
  add constraint sessions_checkpoints check (checkpoints ~ '^[yn-]{10}$'),
  add constraint sessions_health check ((health_state is null) = (checkpoints is null)),
  add constraint sessions_error check ((error_code is null) = (error_message is null));
