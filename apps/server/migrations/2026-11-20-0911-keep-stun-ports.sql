-- The two UDP ports at which a relay answers STUN. Null: it answers none.
alter table relays
  add column stun_ports integer[],
  add constraint relays_stun_ports check (cardinality(stun_ports) = 2);
