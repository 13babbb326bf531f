-- A short advance with a commission has a CAT beyond any fixed width.
alter table loan alter column cat type numeric;

-- Returns that STP reported and has not confirmed yet: the sweep asks until it does.
create index stp_message_to_confirm on stp_message (transfer_id) where outcome = 'to_confirm';
create index transfer_stp_id on transfer (stp_id) where stp_id is not null;

-- Search of orders by key, and of loans by the borrower's name.
create index transfer_tracking_key_search on transfer using gin (lower(tracking_key) gin_trgm_ops);
create index company_name_search on company using gin (searchable(name) gin_trgm_ops);
create index transfer_review on transfer (created_at desc, id desc) where status = 'review';

-- Offers that the daily close lets expire.
create index loan_offer_expiry on loan (offer_expires_on) where state = 'approved';
