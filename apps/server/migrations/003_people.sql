-- Acts commit in another order than their rows are numbered: the chain has an order of its own.
alter table audit_chain add column position bigint generated always as identity;
create unique index audit_chain_position on audit_chain (position);

-- A company whose workers have left goes from every list; what was lent there keeps its name.
alter table company add column deleted_at timestamptz;
drop index company_key_unique;
create unique index company_key_unique on company (key) where deleted_at is null;

-- The dashboard's totals of a year: what was sent and did not come back.
create index loan_sent on loan (sent_at, type) include (amount_cents) where state in ('active', 'overdue', 'completed');
