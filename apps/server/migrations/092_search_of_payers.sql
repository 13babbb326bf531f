-- A payer's account is found whole or by its last four digits, as those of workers are: lists show only these, and a
-- search by a longer part would reveal the rest digit by digit.
alter table incoming_payment drop column search;
alter table incoming_payment add column search text not null generated always as (searchable(
  coalesce(payer_name, '') || ' ' || coalesce(tracking_key, '') || ' ' || coalesce(payment_concept, '') || ' ' ||
  coalesce(numeric_reference::text, '') || ' ' ||
  (amount_cents / 100)::text || '.' || lpad((amount_cents % 100)::text, 2, '0'))) stored;
create index incoming_payment_search on incoming_payment using gin (search gin_trgm_ops);
create index incoming_payment_payer_end on incoming_payment (reverse(paying_account) text_pattern_ops);
