-- What the loans in force have to pay by due date, counted anew every night for the dashboard's chart. A schedule in
-- force after a prepayment is computed and not stored, so a query cannot add it up.
create table due_date_sum (
  due_date date primary key,
  amount_cents bigint not null constraint due_date_sum_amount_positive check (amount_cents > 0),
  loans integer not null constraint due_date_sum_loans_positive check (loans > 0),
  computed_at timestamptz not null
);
