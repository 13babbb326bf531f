-- The list of due and late loans, its sums by age, and the charts of what is owed read only the loans in force.
create index loan_collection on loan (next_payment_date, id) include (state, amount_due_cents, company_id)
  where state in ('active', 'overdue');
