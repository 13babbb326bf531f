-- What the treasury knows of payments whose rest became the balance of their worker: who registered them, and whether
-- the money is still to be proved.
create index payment_with_remainder on payment (user_id) where remainder_cents > 0 and reversed_at is null;
create view payment_remainder as
  select id, user_id, registered_by, remainder_cents, coalesce(proof in ('pending', 'rejected'), false) as is_unproved
  from payment
  where remainder_cents > 0 and reversed_at is null;
