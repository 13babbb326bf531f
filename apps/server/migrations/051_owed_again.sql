-- A negative payment of what a worker owes apart: the worker owes the amount again, and the balance has it. It is written
-- when a debt ends of which the worker has paid a part already, or when a payment is taken back whose rest is used.
alter table receivable_payment drop constraint receivable_payment_positive;
alter table receivable_payment add constraint receivable_payment_not_zero check (amount_cents <> 0);
alter table receivable_payment alter column paid_by drop not null;
alter table receivable_payment add constraint receivable_payment_by check (paid_by is not null or amount_cents < 0);
