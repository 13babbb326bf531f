-- A lender that imported live loans lends, as one that paid a loan out: what one person may do alone before ends then too.
create or replace view first_payout as
select ordered_at from (
  select least(
    (select created_at from transfer where purpose = 'payout' order by id limit 1),
    (select min(finished_at) from loan_import where state = 'finished')
  ) as ordered_at
) as first where ordered_at is not null;

-- The rows of a loan's payments and of its balance, so that a problem that the job finds names them; null before.
alter table loan_import_row
  add column payment_rows jsonb constraint loan_import_row_payments_array check (jsonb_typeof(payment_rows) = 'array'),
  add column balance_row integer constraint loan_import_row_balance_positive check (balance_row > 0);

-- A token whose activation was withdrawn waits for nobody any more.
update api_token set revoked_at = coalesce(approval.decided_at, approval.requested_at), revoked_by = api_token.created_by
from approval
where approval.action = 'api_token.activate' and approval.subject_id = api_token.id and approval.state in ('withdrawn', 'stale')
  and api_token.activated_at is null and api_token.revoked_at is null;
