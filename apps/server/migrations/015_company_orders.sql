-- The orders of the list of companies that no index had yet.
create index company_email_order on company (email, id) where deleted_at is null;
create index company_rate_order on company (interest_rate, id) where deleted_at is null;
create index company_commission_order on company (commission_cents, id) where deleted_at is null;
