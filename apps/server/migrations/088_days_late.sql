-- The lists of loans sort by days late: the oldest uncovered due date of a late loan comes first.
create function loan_late_since(state text, next_payment_date date) returns date
  language sql immutable parallel safe
  return case when state = 'overdue' then next_payment_date end;
create index loan_late_since on loan (loan_late_since(state, next_payment_date), id) include (type);
