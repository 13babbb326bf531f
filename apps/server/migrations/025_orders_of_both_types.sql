-- One index for an order, whether loans of one type are listed or of both: about half of them are of either, so that
-- those of the other are passed over at little cost, in the index itself.
drop index loan_type_amount;
drop index loan_type_total_debt;
drop index loan_type_amount_due;
drop index loan_type_interest_rate;
drop index loan_type_next_payment;
drop index loan_type_folio;
drop index loan_type_status;
create index loan_amount on loan (amount_cents, id) include (type);
create index loan_total_debt on loan (total_debt_cents, id) include (type);
create index loan_amount_due on loan (amount_due_cents, id) include (type);
create index loan_interest_rate on loan (interest_rate, id) include (type);
create index loan_next_payment on loan (next_payment_date, id) include (type);
create index loan_status on loan (loan_status_order(state), id) include (type);

-- Whether somebody has an account number, whatever their bank.
create index user_account_number on app_user (bank_account_number) where bank_account_number is not null;
