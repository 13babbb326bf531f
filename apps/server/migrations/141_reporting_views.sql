-- Views for reports of others, documented in docs/reporting.md and read by a user who may read nothing else
-- (`quincena_reporting`, made by `npm run db:roles`). Each belongs to the tables' owner and reads with that owner's
-- rights, so the tables stay closed. A figure comes from where it is stored, or from the function that the product uses.
-- No view has names, contacts, bank accounts, identity numbers, documents, places, free texts or hashes. A later
-- migration may add columns at the end of a view; it removes, renames and changes none.
create schema if not exists reporting;
comment on schema reporting is 'Read-only views for reports; amounts in centavos, days of Mexico City (docs/reporting.md)';

create view reporting.companies as
select id as company_id, name, industry, interest_rate, commission_cents, advance_share, advance_cap_cents,
  advance_minimum_cents, tax_rate, tax_added, grace_bank_days, created_at, deleted_at
from company;
comment on view reporting.companies is 'Partner companies with the terms that new loans of their workers get, as they are now';
comment on column reporting.companies.company_id is 'Id of the company';
comment on column reporting.companies.name is 'Name of the company';
comment on column reporting.companies.industry is 'Industry';
comment on column reporting.companies.interest_rate is 'Annual rate of credits as a fraction; null: the installation''s default';
comment on column reporting.companies.commission_cents is 'Commission of an advance without steps, VAT included';
comment on column reporting.companies.advance_share is 'Share of the earned salary that an advance may have at most, as a fraction';
comment on column reporting.companies.advance_cap_cents is 'Largest advance; null: no limit but the share';
comment on column reporting.companies.advance_minimum_cents is 'Smallest advance';
comment on column reporting.companies.tax_rate is 'Rate of the VAT as a fraction';
comment on column reporting.companies.tax_added is 'True: the VAT comes on top of the interest; false: the interest contains it';
comment on column reporting.companies.grace_bank_days is 'Bank days after a due date until a loan is late';
comment on column reporting.companies.created_at is 'When the company was registered';
comment on column reporting.companies.deleted_at is 'When the company was deleted; null: it is in use';

-- A barrier, because the condition hides the staff: no function of a query may see their rows.
create view reporting.workers with (security_barrier = true) as
select app_user.id as worker_id, company_id, is_active, has_all_documents, created_at,
  coalesce(worker_account.balance_cents, 0) as balance_cents,
  coalesce(worker_account.receivable_cents, 0) as receivable_cents
from app_user left join worker_account on worker_account.user_id = app_user.id
where user_type = 'U2';
comment on view reporting.workers is 'Workers without personal data: only the id joins them with their loans';
comment on column reporting.workers.worker_id is 'Id of the worker';
comment on column reporting.workers.company_id is 'Company of the worker now; null: none. A loan keeps the company that it was made in';
comment on column reporting.workers.is_active is 'False: the account is closed or suspended';
comment on column reporting.workers.has_all_documents is 'All documents of the worker are uploaded';
comment on column reporting.workers.created_at is 'When the worker was registered';
comment on column reporting.workers.balance_cents is 'What the lender owes the worker beside the loans';
comment on column reporting.workers.receivable_cents is 'What the worker owes beside the loans';

create view reporting.loans as
select id as loan_id, folio, former_id, type, state, company_id, user_id as worker_id, amount_cents, commission_cents,
  interest_rate, tax_rate, tax_added, term, frequency, installments, monthly_payment_cents as installment_cents,
  total_debt_cents, cat, grace_bank_days, requested_day as requested_on, created_at, approved_at, rejected_at,
  accepted_at, sent_at, settled_at, start_day as starts_on, payment_deadline as ends_on, completed_at, closed_at,
  in_clarification, amount_due_cents, next_payment_date as next_due_date, late_from,
  case when not in_clarification then loan_late_since(state, next_payment_date) end as late_since,
  case when in_clarification then 0
    else greatest(coalesce(day_in_mexico(now()) - loan_late_since(state, next_payment_date), 0), 0) end as days_past_due
from loan
cross join lateral (select loan.id in (select id from loan_clarification) as in_clarification) as clarification;
comment on view reporting.loans is 'Loans from the request on: terms, state, what is owed and since when they are late';
comment on column reporting.loans.loan_id is 'Id of the loan';
comment on column reporting.loans.folio is 'Folio, as people see it';
comment on column reporting.loans.former_id is 'Id in the former system of an imported loan; null for one that was asked for here';
comment on column reporting.loans.type is 'credit or advance';
comment on column reporting.loans.state is 'requested, approved, rejected, declined, expired, cancelled, disbursing, active, overdue, completed or payout_returned';
comment on column reporting.loans.company_id is 'Company that the loan was made in; null: none';
comment on column reporting.loans.worker_id is 'Worker who borrows';
comment on column reporting.loans.amount_cents is 'Principal';
comment on column reporting.loans.commission_cents is 'Commission of an advance, VAT included; 0 of a credit';
comment on column reporting.loans.interest_rate is 'Annual rate as a fraction; 0 of an advance';
comment on column reporting.loans.tax_rate is 'Rate of the VAT as a fraction';
comment on column reporting.loans.tax_added is 'True: the VAT comes on top of the interest; false: the interest contains it';
comment on column reporting.loans.term is 'Months of a credit, days of an advance';
comment on column reporting.loans.frequency is 'Period of the installments: monthly, semimonthly, fourteen_days or weekly';
comment on column reporting.loans.installments is 'Number of installments of the contract';
comment on column reporting.loans.installment_cents is 'Level installment of the contract';
comment on column reporting.loans.total_debt_cents is 'Sum of the installments of the contract';
comment on column reporting.loans.cat is 'CAT in percent; null where it cannot be computed';
comment on column reporting.loans.grace_bank_days is 'Bank days after a due date until the loan is late';
comment on column reporting.loans.requested_on is 'Day of the request';
comment on column reporting.loans.created_at is 'When the loan was requested, or imported';
comment on column reporting.loans.approved_at is 'When it was approved; null: never';
comment on column reporting.loans.rejected_at is 'When it was rejected, or the offer declined; null: never';
comment on column reporting.loans.accepted_at is 'When the worker signed; null: never';
comment on column reporting.loans.sent_at is 'When the order of the payout was sent; null: never';
comment on column reporting.loans.settled_at is 'When the payout was settled; null: never';
comment on column reporting.loans.starts_on is 'Day from which interest accrues; null before the payout';
comment on column reporting.loans.ends_on is 'Last due date of the contract';
comment on column reporting.loans.completed_at is 'When it was paid back; null: not yet';
comment on column reporting.loans.closed_at is 'When it ended without a payout; null: it did not';
comment on column reporting.loans.in_clarification is 'Nobody is sure yet that the worker has the money: nothing falls due meanwhile';
comment on column reporting.loans.amount_due_cents is 'What is left to pay of the schedule in force, as of the last payment';
comment on column reporting.loans.next_due_date is 'First due date that payments do not cover; null: none';
comment on column reporting.loans.late_from is 'First day on which the loan is late unless something is paid; null: nothing is owed';
comment on column reporting.loans.late_since is 'Due date from which days past due count; null for a loan that is not late';
comment on column reporting.loans.days_past_due is 'Days since late_since as of now; 0 for a loan that is not late. States change in the daily close';

create view reporting.applications as
select id as loan_id, type, company_id, user_id as worker_id, amount_cents, requested_day as requested_on, created_at,
  requested_by is not null as by_staff,
  case loan_status_order(state) when 1 then 'pending' when 2 then 'approved' else 'rejected' end as decision,
  state, decided_by as decided_by_id, approved_at, rejected_at, accepted_at, offer_expires_on,
  case when approved_at >= created_at then approval_hours(created_at, approved_at) end as hours_to_approval,
  case when approved_at >= created_at then approval_week(approved_at) end as approval_week
from loan where former_id is null;
comment on view reporting.applications is 'Requests of loans and what was decided on them, without imported loans';
comment on column reporting.applications.loan_id is 'Id of the loan';
comment on column reporting.applications.type is 'credit or advance';
comment on column reporting.applications.company_id is 'Company of the request; null: none';
comment on column reporting.applications.worker_id is 'Worker who asks';
comment on column reporting.applications.amount_cents is 'Principal, as it is now: an approval may have changed it';
comment on column reporting.applications.requested_on is 'Day of the request';
comment on column reporting.applications.created_at is 'When the loan was requested';
comment on column reporting.applications.by_staff is 'A manager or admin asked for the worker';
comment on column reporting.applications.decision is 'pending, approved or rejected (also: declined, expired or cancelled), as on the dashboard';
comment on column reporting.applications.state is 'State of the loan, which tells more than the decision';
comment on column reporting.applications.decided_by_id is 'User who decided; null: nobody, or the rules';
comment on column reporting.applications.approved_at is 'When it was approved; null: never';
comment on column reporting.applications.rejected_at is 'When it was rejected, or the offer declined; null: never';
comment on column reporting.applications.accepted_at is 'When the worker signed; null: never';
comment on column reporting.applications.offer_expires_on is 'Last day of the offer; null: it has none';
comment on column reporting.applications.hours_to_approval is 'Hours from the request to the approval; null without one';
comment on column reporting.applications.approval_week is 'Monday of the week of the approval; null without one';

create view reporting.installments as
select loan_id, number, due_date, payment_cents, principal_cents, interest_cents, tax_cents, balance_cents
from installment;
comment on view reporting.installments is 'Schedules as they were signed. The schedule in force after a prepayment is computed and not stored: due_dates has its sums';
comment on column reporting.installments.loan_id is 'Loan';
comment on column reporting.installments.number is 'Number of the installment, from 1';
comment on column reporting.installments.due_date is 'Due date';
comment on column reporting.installments.payment_cents is 'Installment: principal, interest and VAT';
comment on column reporting.installments.principal_cents is 'Principal in it';
comment on column reporting.installments.interest_cents is 'Interest or commission in it; with the VAT where the price contains it';
comment on column reporting.installments.tax_cents is 'VAT on top of the interest; 0 where the price contains it';
comment on column reporting.installments.balance_cents is 'Principal that is left after it';

create view reporting.due_dates as
select due_date, amount_cents, loans, computed_at as counted_at from due_date_sum;
comment on view reporting.due_dates is 'What the loans in force have to pay by due date, of the schedules in force, as of the nightly count';
comment on column reporting.due_dates.due_date is 'Due date';
comment on column reporting.due_dates.amount_cents is 'What is to be paid on it';
comment on column reporting.due_dates.loans is 'Loans that pay on it';
comment on column reporting.due_dates.counted_at is 'When it was counted';

create view reporting.payments as
select payment.id as payment_id, loan_id, payment.user_id as worker_id, loan.company_id, value_date,
  payment.created_at as recorded_at, channel, amount_paid_cents as amount_cents, principal_cents, interest_cents,
  tax_cents, remainder_cents, discount_cents, waived_cents, previous_amount_due_cents as due_before_cents,
  new_amount_due_cents as due_after_cents, is_imported, from_balance, incoming_payment_id, bank_account_id, proof,
  has_line as has_bank_line, reversed_at, owed_by_worker, reversed_at is null as is_in_force
from payment join loan on loan.id = payment.loan_id;
comment on view reporting.payments is 'Payments of loans, and where each went';
comment on column reporting.payments.payment_id is 'Id of the payment';
comment on column reporting.payments.loan_id is 'Loan that it pays';
comment on column reporting.payments.worker_id is 'Worker of the loan';
comment on column reporting.payments.company_id is 'Company that the loan was made in; null: none';
comment on column reporting.payments.value_date is 'Day from which the money counts';
comment on column reporting.payments.recorded_at is 'When it was recorded';
comment on column reporting.payments.channel is 'deduction, transfer, deposit, other or balance';
comment on column reporting.payments.amount_cents is 'Amount';
comment on column reporting.payments.principal_cents is 'What of it paid principal on the value date; money that waits for a later due date is in none of the three';
comment on column reporting.payments.interest_cents is 'What of it paid interest or commission, without VAT';
comment on column reporting.payments.tax_cents is 'What of it paid VAT';
comment on column reporting.payments.remainder_cents is 'What is beyond the payoff and belongs to the worker';
comment on column reporting.payments.discount_cents is 'Interest that an early payoff saved';
comment on column reporting.payments.waived_cents is 'Interest that a payment under former rules left open when it settled the loan';
comment on column reporting.payments.due_before_cents is 'What the loan owed before it';
comment on column reporting.payments.due_after_cents is 'What the loan owed after it';
comment on column reporting.payments.is_imported is 'Paid to the former system: its money is in no account of the lender here';
comment on column reporting.payments.from_balance is 'Paid with the worker''s balance: no new money';
comment on column reporting.payments.incoming_payment_id is 'Money received over STP that it uses; null: none';
comment on column reporting.payments.bank_account_id is 'Bank account of the lender that took it; null: none';
comment on column reporting.payments.proof is 'Whether money outside STP is proved to have arrived; null: nobody asks';
comment on column reporting.payments.has_bank_line is 'A line of a bank statement shows it';
comment on column reporting.payments.reversed_at is 'When it was reversed; null: it is in force';
comment on column reporting.payments.owed_by_worker is 'Reversed, but the loan stays paid: the worker owes it beside the loan';
comment on column reporting.payments.is_in_force is 'It was not reversed';

create view reporting.transfers as
select id as transfer_id, purpose, loan_id, worker_id, company_id, incoming_payment_id, attempt, status,
  state as stp_outcome, tracking_key, amount_cents, operation_date, created_at, sent_at, ts_liquidation as settled_at,
  returned_at, contested_at, failure_id, held_until
from transfer;
comment on view reporting.transfers is 'Orders to STP: payouts, returns, refunds and verifications of accounts';
comment on column reporting.transfers.transfer_id is 'Id of the order';
comment on column reporting.transfers.purpose is 'payout, return, refund or verification';
comment on column reporting.transfers.loan_id is 'Loan that a payout pays; null for other purposes';
comment on column reporting.transfers.worker_id is 'Worker whom it pays; null for a return';
comment on column reporting.transfers.company_id is 'Company of the worker when the order was made; null: none';
comment on column reporting.transfers.incoming_payment_id is 'Received money that a return sends back; null for other purposes';
comment on column reporting.transfers.attempt is 'Number of the order among those for the same thing, from 1';
comment on column reporting.transfers.status is 'pending, unknown, sent, failed, review, duplicate (paid beside the order that pays the loan) or withdrawn';
comment on column reporting.transfers.stp_outcome is 'What STP did with it: LQ is settled; null: not known yet';
comment on column reporting.transfers.tracking_key is 'Tracking key (clave de rastreo)';
comment on column reporting.transfers.amount_cents is 'Amount';
comment on column reporting.transfers.operation_date is 'Operating day of SPEI';
comment on column reporting.transfers.created_at is 'When it was ordered';
comment on column reporting.transfers.sent_at is 'When STP took it; null: not known';
comment on column reporting.transfers.settled_at is 'When it was settled; null: it was not';
comment on column reporting.transfers.returned_at is 'When the money came back; null: it did not';
comment on column reporting.transfers.contested_at is 'When STP''s statements began to differ; null: they do not';
comment on column reporting.transfers.failure_id is 'Number of STP''s refusal; null: none';
comment on column reporting.transfers.held_until is 'Not sent before; null: it is not held';

create view reporting.ledger_entries as
select id as entry_id, day_in_mexico(created_at) as booked_on, created_at as booked_at, kind, debit_account,
  credit_account, amount_cents, loan_id, user_id as worker_id, payment_id, transfer_id, incoming_payment_id,
  cash_movement_id, bank_account_id, accrual_day, loan_import_id
from ledger_entry;
comment on view reporting.ledger_entries is 'Entries of the double-entry ledger; none is ever changed or removed';
comment on column reporting.ledger_entries.entry_id is 'Id of the entry, rising';
comment on column reporting.ledger_entries.booked_on is 'Day on which it was booked';
comment on column reporting.ledger_entries.booked_at is 'When it was booked';
comment on column reporting.ledger_entries.kind is 'What was booked; _reversed at the end undoes one';
comment on column reporting.ledger_entries.debit_account is 'Account that is debited';
comment on column reporting.ledger_entries.credit_account is 'Account that is credited';
comment on column reporting.ledger_entries.amount_cents is 'Amount';
comment on column reporting.ledger_entries.loan_id is 'Loan; null: none';
comment on column reporting.ledger_entries.worker_id is 'Worker whose balance or receivable it changes; null: none';
comment on column reporting.ledger_entries.payment_id is 'Payment that caused it; null: another cause';
comment on column reporting.ledger_entries.transfer_id is 'Order to STP that caused it; null: another cause';
comment on column reporting.ledger_entries.incoming_payment_id is 'Received money that it applies; null: none';
comment on column reporting.ledger_entries.cash_movement_id is 'Own movement of the account at STP that caused it; null: another cause';
comment on column reporting.ledger_entries.bank_account_id is 'Bank account of the lender; null: none';
comment on column reporting.ledger_entries.accrual_day is 'Due date or month end whose accrual it books; null: another cause';
comment on column reporting.ledger_entries.loan_import_id is 'Import that opened the loan; null: another cause';

create view reporting.ledger_days as
select day, account, kind, debit_cents, credit_cents, entries from ledger_daily_total;
comment on view reporting.ledger_days is 'What each account was debited and credited by day and kind, of the entries up to the one in ledger_days_mark; a job adds new entries every ten minutes';
comment on column reporting.ledger_days.day is 'Day on which the entries were booked';
comment on column reporting.ledger_days.account is 'Account';
comment on column reporting.ledger_days.kind is 'Kind of the entries';
comment on column reporting.ledger_days.debit_cents is 'Debits';
comment on column reporting.ledger_days.credit_cents is 'Credits';
comment on column reporting.ledger_days.entries is 'Number of entries';

create view reporting.ledger_days_mark as
select through_id as through_entry_id, checked_at, wrong_totals from ledger_total_mark;
comment on view reporting.ledger_days_mark is 'What ledger_days and portfolio_days are as of; one row';
comment on column reporting.ledger_days_mark.through_entry_id is 'They hold every entry up to this one, and none after it';
comment on column reporting.ledger_days_mark.checked_at is 'Last comparison with the entries; null: never';
comment on column reporting.ledger_days_mark.wrong_totals is 'Totals that it found wrong: anything but 0 is an error of the product';

create view reporting.loan_books as
select loan_id,
  sum(case 'loan_receivable' when debit_account then amount_cents when credit_account then -amount_cents else 0 end)::bigint
    as receivable_cents,
  sum(case 'unearned_finance_charge' when credit_account then amount_cents when debit_account then -amount_cents
    else 0 end)::bigint as unearned_cents,
  sum(case 'finance_income' when credit_account then amount_cents when debit_account then -amount_cents else 0 end)::bigint
    as income_cents,
  sum(case 'tax_pending' when credit_account then amount_cents when debit_account then -amount_cents else 0 end)::bigint
    as tax_pending_cents,
  sum(case 'tax_payable' when credit_account then amount_cents when debit_account then -amount_cents else 0 end)::bigint
    as tax_payable_cents
from ledger_entry where loan_id is not null group by loan_id;
comment on view reporting.loan_books is 'What the ledger''s accounts of each loan hold now, summed from its entries';
comment on column reporting.loan_books.loan_id is 'Loan';
comment on column reporting.loan_books.receivable_cents is 'Debt by the books: the balance of the loan''s statement';
comment on column reporting.loan_books.unearned_cents is 'Charge in it that has not accrued yet';
comment on column reporting.loan_books.income_cents is 'Interest and commission that accrued, without VAT';
comment on column reporting.loan_books.tax_pending_cents is 'VAT that was not collected yet';
comment on column reporting.loan_books.tax_payable_cents is 'VAT that was collected';

create view reporting.portfolio_days as
select day, (sum(receivable) over until_day)::bigint as receivable_cents,
  (sum(unearned) over until_day)::bigint as unearned_cents, (sum(tax_pending) over until_day)::bigint as tax_pending_cents
from (
  select day, sum(case account when 'loan_receivable' then debit_cents - credit_cents else 0 end) as receivable,
    sum(case account when 'unearned_finance_charge' then credit_cents - debit_cents else 0 end) as unearned,
    sum(case account when 'tax_pending' then credit_cents - debit_cents else 0 end) as tax_pending
  from ledger_daily_total group by day
) as moved window until_day as (order by day);
comment on view reporting.portfolio_days is 'The portfolio at the end of each day that has entries, by the ledger, as of ledger_days_mark';
comment on column reporting.portfolio_days.day is 'Day with entries; the portfolio of a day without is that of the day before';
comment on column reporting.portfolio_days.receivable_cents is 'What workers owed by the books: closing balance of loan_receivable';
comment on column reporting.portfolio_days.unearned_cents is 'Charge in it that had not accrued: closing balance of unearned_finance_charge';
comment on column reporting.portfolio_days.tax_pending_cents is 'VAT in it that was not collected: closing balance of tax_pending';

create view reporting.request_days as
select day, type, case part when 1 then 'pending' when 2 then 'approved' else 'rejected' end as decision,
  sum(loans)::bigint as loans
from dashboard_figure where figure = 'requested' group by day, type, part having sum(loans) <> 0;
comment on view reporting.request_days is 'Requests by their day and by how they are decided now: the kept figures of the dashboard, exact at every moment; imported loans included';
comment on column reporting.request_days.day is 'Day of the request';
comment on column reporting.request_days.type is 'credit or advance';
comment on column reporting.request_days.decision is 'pending, approved or rejected (also: declined, expired or cancelled)';
comment on column reporting.request_days.loans is 'Number of requests';

create view reporting.payout_days as
select day, type, sum(loans)::bigint as loans, sum(amount_cents)::bigint as amount_cents
from dashboard_figure where figure = 'sent' group by day, type having sum(loans) <> 0;
comment on view reporting.payout_days is 'Payouts by the day of sending: the kept figures of the dashboard, exact at every moment, without payouts that came back; imported loans by the day on which they were granted';
comment on column reporting.payout_days.day is 'Day of sending';
comment on column reporting.payout_days.type is 'credit or advance';
comment on column reporting.payout_days.loans is 'Loans paid out';
comment on column reporting.payout_days.amount_cents is 'Principal paid out';

create view reporting.vintages as
select first_of_month(day_in_mexico(sent_at)) as month, type, company_id, count(*) as loans,
  sum(amount_cents)::bigint as amount_cents, count(*) filter (where state = 'completed') as completed_loans,
  count(*) filter (where state = 'overdue') as overdue_loans,
  coalesce(sum(amount_due_cents) filter (where state in ('active', 'overdue')), 0)::bigint as amount_due_cents,
  coalesce(sum(amount_due_cents) filter (where state = 'overdue'), 0)::bigint as overdue_cents
from loan where state in ('active', 'overdue', 'completed') and sent_at is not null
group by 1, type, company_id;
comment on view reporting.vintages is 'Loans paid out by month, type and company, as they are now, without payouts that came back';
comment on column reporting.vintages.month is 'First day of the month of the payout';
comment on column reporting.vintages.type is 'credit or advance';
comment on column reporting.vintages.company_id is 'Company that the loans were made in; null: none';
comment on column reporting.vintages.loans is 'Loans paid out';
comment on column reporting.vintages.amount_cents is 'Principal paid out';
comment on column reporting.vintages.completed_loans is 'Of them paid back';
comment on column reporting.vintages.overdue_loans is 'Of them late';
comment on column reporting.vintages.amount_due_cents is 'What is left to pay of the schedules in force';
comment on column reporting.vintages.overdue_cents is 'What the late ones of them have left to pay';
