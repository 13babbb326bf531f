-- Events of commands, for every process to read: one row for each transaction, written with its commit and deleted a minute
-- or two after it could be read. Not logged: no commit waits for these rows, and the table is empty after a crash of
-- PostgreSQL and on a replica. Every process has lost its connection then and lets the browsers load anew.
-- xact: the transaction that wrote the row, by which a process sees whether the row is new to it.
-- payloads: the events as JSON texts, as the program reads them; another version may have written them.
create unlogged table event_outbox (
  xact xid8 not null default pg_current_xact_id(),
  payloads text[] not null
);
create index event_outbox_xact on event_outbox (xact);
