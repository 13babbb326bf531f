-- A payment from the worker's own balance has a channel of its own: nothing arrived.
alter table payment drop constraint payment_channel_known;
alter table payment
  add constraint payment_channel_known
    check (channel in ('deduction', 'transfer', 'deposit', 'other', 'balance')),
  add constraint payment_balance_channel check ((channel = 'balance') = from_balance);

-- The workers who owe money apart from their loans.
create index worker_account_receivable on worker_account (receivable_cents desc, user_id) where receivable_cents > 0;

-- The requests about one record, such as the refunds of a worker.
create index approval_of_subject on approval (subject, subject_id, requested_at desc, id desc);
-- The refund that released an order; each order is released once.
create unique index approval_of_refund_order on approval (((result ->> 'transfer_id')::bigint))
  where action = 'refund.release' and state = 'approved';

-- What the modules below the treasury know of balances: whether there is anything to show to the worker.
create view worker_account_summary as
  select account.user_id,
    account.balance_cents > 0 or account.receivable_cents > 0 or exists (
      select from transfer
      where transfer.user_id = account.user_id and transfer.purpose = 'refund'
        and (status in ('pending', 'unknown', 'review') or (status = 'sent' and state is null))
    ) as has_balance
  from worker_account as account;
