-- The lists of a bank account: what a search reads, and the indexes of each order and filter.

-- Words, reference and amount of a line, so that one search finds any of them.
alter table bank_line add column search text generated always as (
  searchable(description || ' ' || reference || ' ' || (abs(amount_cents) / 100) || '.'
    || lpad((abs(amount_cents) % 100)::text, 2, '0'))) stored;
create index bank_line_search on bank_line using gin (search gin_trgm_ops);
create index bank_line_amount on bank_line (bank_account_id, amount_cents desc, id desc);
create index bank_line_open_amount on bank_line (bank_account_id, amount_cents desc, id desc)
  where explained_as is null and (amount_cents < 0 or matched_cents < amount_cents);
create index bank_line_explained on bank_line (bank_account_id, day desc, id desc) where explained_as is not null;

-- Whether a line shows the payment. Most payments have one, so a list of the others needs an index of its own, and an
-- index cannot ask another table.
alter table payment add column has_line boolean not null default false;
update payment set has_line = true where id in (select payment_id from bank_match);
create index payment_without_line on payment (bank_account_id, value_date desc, id desc)
  where bank_account_id is not null and reversed_at is null and not has_line;
create index payment_without_line_amount on payment (bank_account_id, amount_paid_cents desc, id desc)
  where bank_account_id is not null and reversed_at is null and not has_line;
drop index payment_bank;

create or replace function keep_line_matched() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update payment set has_line = true where id = new.payment_id and bank_account_id = new.bank_account_id
      and amount_paid_cents = new.amount_cents and reversed_at is null;
    if not found then
      raise exception 'payment % is not this money of the account', new.payment_id
        using errcode = 'check_violation', constraint = 'bank_match_of_payment';
    end if;
    update bank_line set matched_cents = matched_cents + new.amount_cents where id = new.line_id;
  else
    update payment set has_line = false where id = old.payment_id;
    update bank_line set matched_cents = matched_cents - old.amount_cents where id = old.line_id;
  end if;
  return null;
end $$;

create or replace view open_bank_payment as
  select payment.id, payment.bank_account_id
  from payment
  where bank_account_id is not null and reversed_at is null and not has_line;
