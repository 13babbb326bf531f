-- Every order that a list offers is read from an index, a page at a time. Loans are listed by type.
create function loan_status_order(state text) returns integer
  language sql immutable parallel safe
  return case
    when state = 'requested' then 1
    when state in ('rejected', 'declined', 'expired', 'cancelled') then 3
    else 2
  end;

create index loan_type_amount on loan (type, amount_cents, id);
create index loan_type_total_debt on loan (type, total_debt_cents, id);
create index loan_type_amount_due on loan (type, amount_due_cents, id);
create index loan_type_interest_rate on loan (type, interest_rate, id);
create index loan_type_next_payment on loan (type, next_payment_date, id);
create index loan_type_folio on loan (type, folio, id);
create index loan_type_status on loan (type, loan_status_order(state), id);
create index user_type_order on app_user (user_type, id);
create index transfer_amount on transfer (amount_cents, id);
