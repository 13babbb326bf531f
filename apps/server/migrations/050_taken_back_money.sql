-- Money that STP takes back after it was used: it leaves the account at STP on that day, and what was used is a claim in
-- suspense until the use is undone or a worker owes it.

alter table incoming_payment
  -- What STP took back although it is used, and nobody has given back or answered for. Only entries of the ledger change it.
  add column suspense_cents bigint not null default 0
    constraint incoming_payment_suspense_positive check (suspense_cents >= 0),
  add constraint incoming_payment_suspense_within check (suspense_cents <= amount_cents),
  add constraint incoming_payment_suspense_returned check (suspense_cents = 0 or stp_returned_at is not null);
create index incoming_payment_suspense on incoming_payment (received_at desc, id desc) where suspense_cents > 0;

-- A part of such money that its worker owes instead: one person asks, another approves.
create table suspense_charge (
  id bigint generated always as identity primary key,
  incoming_payment_id bigint not null references incoming_payment (id),
  user_id bigint not null references app_user (id),
  amount_cents bigint not null constraint suspense_charge_positive check (amount_cents > 0),
  reason text not null,
  requested_by bigint not null references app_user (id),
  charged_by bigint not null references app_user (id),
  created_at timestamptz not null,
  constraint suspense_charge_two_people check (requested_by <> charged_by)
);
create index suspense_charge_of on suspense_charge (incoming_payment_id, id);
create index suspense_charge_to on suspense_charge (user_id, id);

alter table ledger_entry add column charge_id bigint references suspense_charge (id);
create unique index ledger_charge_once on ledger_entry (charge_id, kind) where charge_id is not null;
alter table ledger_entry drop constraint ledger_one_cause;
alter table ledger_entry add constraint ledger_one_cause check (
  case num_nonnulls(transfer_id, payment_id, accrual_day, correction_id, cash_movement_id, receivable_payment_id, charge_id)
    when 1 then true when 0 then incoming_payment_id is not null else false end);
alter table ledger_entry drop constraint ledger_credit_names_receipt;
alter table ledger_entry add constraint ledger_credit_names_receipt check (
  credit_id is null or (incoming_payment_id is not null
    and num_nonnulls(transfer_id, payment_id, accrual_day, correction_id, cash_movement_id, charge_id) = 0));
drop index ledger_receipt_once;
create unique index ledger_receipt_once on ledger_entry (incoming_payment_id, kind)
  where num_nonnulls(transfer_id, payment_id, accrual_day, correction_id, cash_movement_id, charge_id) = 0
    and credit_id is null;
alter table ledger_entry drop constraint ledger_kind_known;
alter table ledger_entry add constraint ledger_kind_known check (replace(kind, '_reversed', '') in (
  'payout_principal', 'payout_charge', 'payout_tax', 'settlement', 'second_payout', 'receivable_payment',
  'payment', 'remainder', 'owed_by_worker', 'discount', 'tax_discount',
  'charge_earned', 'tax_accrued', 'tax_collected', 'payoff_discount', 'tax_earned', 'write_off',
  'receipt', 'receipt_to_worker', 'collections_moved', 'stp_claim', 'claim_cleared', 'claim_charged',
  'refund', 'refund_settled', 'receipt_return', 'receipt_return_settled', 'verification', 'verification_settled',
  'funding', 'fee', 'unknown_movement'));
-- An entry of suspense names the received money of the claim, unless it is of a movement of the lender. Older entries have
-- the order that returned the money instead.
alter table ledger_entry drop constraint ledger_names_receipt;
alter table ledger_entry add constraint ledger_names_receipt check (
  (incoming_payment_id is not null) = ('unapplied_receipts' in (debit_account, credit_account)
    or ('suspense' in (debit_account, credit_account) and num_nonnulls(cash_movement_id, transfer_id) = 0)));

-- The entries of one statement count together: what is given back clears the claim at once, so that money which STP took
-- back is never left to be used (incoming_payment_return_empty).
drop trigger ledger_unapplied on ledger_entry;
create or replace function keep_unapplied() returns trigger language plpgsql as $$
begin
  update incoming_payment as receipt set
    unapplied_cents = receipt.unapplied_cents + moved.unapplied,
    suspense_cents = receipt.suspense_cents + moved.suspense
  from (
    select incoming_payment_id,
      sum(case 'unapplied_receipts' when credit_account then amount_cents when debit_account then -amount_cents else 0 end)
        as unapplied,
      sum(case 'suspense' when debit_account then amount_cents when credit_account then -amount_cents else 0 end) as suspense
    from added where incoming_payment_id is not null group by incoming_payment_id
  ) as moved
  where receipt.id = moved.incoming_payment_id;
  return null;
end $$;
create trigger ledger_unapplied after insert on ledger_entry
  referencing new table as added for each statement execute function keep_unapplied();

-- Corrections by new entries. Used money that STP returned by an order that it had refused is in suspense as a whole, in
-- the order's name: that entry is reversed, and the money is booked as all other money that STP took back.
create temporary table by_order on commit drop as
  select transfer.id, transfer.incoming_payment_id, entry.amount_cents, entry.created_at
  from ledger_entry as entry join transfer on transfer.id = entry.transfer_id
  where entry.kind = 'receipt_return_settled' and entry.debit_account = 'suspense'
    and not exists (select from ledger_entry as undone
      where undone.transfer_id = transfer.id and undone.kind = 'receipt_return_settled_reversed');
insert into ledger_entry (posting, kind, debit_account, credit_account, amount_cents, transfer_id, created_at)
  select gen_random_uuid(), 'receipt_return_settled_reversed', 'stp_cash', 'suspense', amount_cents, id, now()
  from by_order order by id;
update incoming_payment set stp_returned_at = coalesce(stp_returned_at, by_order.created_at)
  from by_order where by_order.incoming_payment_id = incoming_payment.id;

-- Money that STP took back while a part of it was used is still in the account at STP by our books.
create temporary table taken_back on commit drop as
  select id, unapplied_cents, amount_cents - unapplied_cents as used_cents, gen_random_uuid() as posting
  from incoming_payment
  where stp_returned_at is not null and stp_return_booked_at is null and booked_at is not null
    and not exists (
      select from transfer where transfer.incoming_payment_id = incoming_payment.id and transfer.state = 'LQ'
        and not exists (select from by_order where by_order.id = transfer.id));
insert into ledger_entry (posting, kind, debit_account, credit_account, amount_cents, incoming_payment_id, created_at)
  select posting, kind, debit, 'stp_cash', amount, id, now()
  from taken_back cross join lateral (values
    ('receipt_reversed', 'unapplied_receipts', unapplied_cents), ('stp_claim', 'suspense', used_cents)
  ) as move (kind, debit, amount)
  where amount > 0 order by id;
update incoming_payment set status = 'confirmed', stp_return_booked_at = now()
  from taken_back where taken_back.id = incoming_payment.id;
