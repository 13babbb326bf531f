-- Early settlement: what is given back of the finance charge belongs to the payment that settles.
alter table payment add column discount_cents bigint not null default 0
  constraint payment_discount_positive check (discount_cents >= 0);
alter table payment drop constraint payment_adds_up;
alter table payment add constraint payment_adds_up
  check (previous_amount_due_cents - amount_paid_cents - discount_cents = new_amount_due_cents);
alter table payment add constraint payment_discount_settles
  check (discount_cents = 0 or new_amount_due_cents = 0);

alter table ledger_entry drop constraint ledger_kind_known;
alter table ledger_entry add constraint ledger_kind_known check (kind in (
  'payout_principal', 'payout_charge', 'settlement',
  'payout_principal_reversed', 'payout_charge_reversed', 'settlement_reversed',
  'payment', 'payoff_discount', 'charge_earned', 'tax_earned',
  'payment_reversed', 'payoff_discount_reversed', 'charge_earned_reversed', 'tax_earned_reversed', 'write_off'));
