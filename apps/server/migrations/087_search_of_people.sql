-- Support is asked by phone and payroll by RFC: both are found like a name. A CURP is found whole, an account whole or by
-- its last four digits, which lists show. Neither is in the searched text: a search by a part would reveal the rest.
alter table app_user drop column search;
alter table app_user add column search text not null generated always as (searchable(
  first_name || ' ' || last_name || ' ' || coalesce(key, '') || ' ' || email
  || ' ' || coalesce(phone, '') || ' ' || coalesce(rfc, ''))) stored;
create index user_search on app_user using gin (search gin_trgm_ops);
create index user_card_end on app_user (right(debit_card_number, 4));
create index user_account_end on app_user (right(bank_account_number, 4));
