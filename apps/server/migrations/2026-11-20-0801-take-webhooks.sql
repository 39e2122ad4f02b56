-- Whoever brings messages to a webhook holds it for so long; what is due for it meanwhile stays due.

alter table webhooks add column taken_until timestamptz;
