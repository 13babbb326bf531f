-- Whether an account belongs to the worker who registered it, and why: one row per worker and account, also of earlier
-- accounts. An account without a row, or without a row in state verified, is unverified.
create table account_verification (
  id bigint generated always as identity primary key,
  user_id bigint not null constraint account_verification_user references app_user (id),
  account text not null constraint account_verification_account_form check (account ~ '^([0-9]{16}|[0-9]{18})$'),
  state text not null
    constraint account_verification_state_known check (state in ('pending', 'verified', 'mismatch', 'failed')),
  source text constraint account_verification_source_known check (source in ('payout', 'centavo')),
  -- The last order of one centavo, or the settled payout that verifies the account. Null: the order cannot be made yet.
  transfer_id bigint constraint account_verification_transfer references transfer (id),
  -- Orders of one centavo so far.
  orders integer not null default 0 constraint account_verification_orders_positive check (orders >= 0),
  failure text
    constraint account_verification_failure_known check (failure in ('refused', 'returned', 'no_name', 'replaced')),
  -- The evidence: both names and RFCs as they were compared.
  registered_name text,
  registered_rfc text,
  holder_name text,
  holder_rfc text,
  score numeric(3, 2) constraint account_verification_score_range check (score between 0 and 1),
  identity text constraint account_verification_identity_known check (identity in ('equal', 'different', 'none')),
  result text constraint account_verification_result_known check (result in ('match', 'doubtful', 'mismatch')),
  decided_at timestamptz,
  -- The next time that the server orders, or reads the holder from STP, and how often it read since the settlement.
  reads integer not null default 0,
  next_at timestamptz,
  -- Two people accepted the account in spite of the result.
  accepted_at timestamptz,
  accepted_by bigint references app_user (id),
  accepted_reason text constraint account_verification_reason_length check (length(accepted_reason) between 1 and 500),
  -- Since when the present attempt runs.
  requested_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint account_verification_once unique (user_id, account),
  constraint account_verification_state_whole check (
    (state = 'pending') = (decided_at is null)
    and (state = 'pending') = (next_at is not null)
    and (state = 'failed') = (failure is not null)
    and (state <> 'verified' or (source is not null and transfer_id is not null))
    and (state <> 'mismatch' or (source = 'centavo' and result in ('doubtful', 'mismatch')))
  ),
  constraint account_verification_evidence_whole check (
    (result is null) = (score is null) and (result is null) = (identity is null)
    and (result is null) = (registered_name is null)
    and (result is null or source = 'centavo')
  ),
  constraint account_verification_acceptance_whole check (
    (accepted_at is null) = (accepted_by is null) and (accepted_at is null) = (accepted_reason is null)
    and (accepted_at is null or state in ('mismatch', 'failed'))
  )
);
create index account_verification_due on account_verification (next_at) where state = 'pending';
create index account_verification_newest on account_verification (requested_at desc, id desc);
create index account_verification_waiting on account_verification (state, requested_at desc, id desc)
  where state <> 'verified';
create index account_verification_transfer_key on account_verification (transfer_id);

-- Every state and evidence that a row has had. Rows are never changed; like the orders they are kept for ten years.
create table account_verification_history (
  id bigint generated always as identity primary key,
  verification_id bigint not null references account_verification (id),
  state text not null,
  source text,
  transfer_id bigint references transfer (id),
  failure text,
  registered_name text,
  registered_rfc text,
  holder_name text,
  holder_rfc text,
  score numeric(3, 2),
  identity text,
  result text,
  accepted_by bigint references app_user (id),
  accepted_reason text,
  at timestamptz not null
);
create index account_verification_history_of on account_verification_history (verification_id, id);
create trigger account_verification_history_kept before update or delete on account_verification_history
  for each row execute function refuse_change();
create trigger account_verification_history_no_truncate before truncate on account_verification_history
  for each statement execute function refuse_change();

create function keep_account_verification() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.state, old.source, old.transfer_id, old.failure, old.registered_name, old.holder_name,
      old.holder_rfc, old.result, old.accepted_at) is not distinct from (new.state, new.source, new.transfer_id,
      new.failure, new.registered_name, new.holder_name, new.holder_rfc, new.result, new.accepted_at) then
    return null;
  end if;
  insert into account_verification_history (verification_id, state, source, transfer_id, failure, registered_name,
    registered_rfc, holder_name, holder_rfc, score, identity, result, accepted_by, accepted_reason, at)
  values (new.id, new.state, new.source, new.transfer_id, new.failure, new.registered_name,
    new.registered_rfc, new.holder_name, new.holder_rfc, new.score, new.identity, new.result, new.accepted_by,
    new.accepted_reason, new.updated_at);
  return null;
end $$;
create trigger account_verification_kept after insert or update on account_verification
  for each row execute function keep_account_verification();

-- An account that already received a payout belongs to the worker: nobody reported otherwise and it was not returned.
insert into account_verification
  (user_id, account, state, source, transfer_id, decided_at, requested_at, created_at, updated_at)
select distinct on (loan.user_id, transfer.beneficiary_account)
  loan.user_id, transfer.beneficiary_account, 'verified', 'payout', transfer.id,
  settled_at.instant, settled_at.instant, now(), now()
from transfer
join loan on loan.id = transfer.loan_id
cross join lateral (select coalesce(transfer.ts_liquidation, transfer.updated_at) as instant) as settled_at
where transfer.purpose = 'payout' and transfer.status = 'sent' and transfer.state = 'LQ'
  and transfer.beneficiary_account ~ '^([0-9]{16}|[0-9]{18})$'
order by loan.user_id, transfer.beneficiary_account, settled_at.instant desc, transfer.id desc;

-- Queries that read the holder of a verified account have a share of their own.
alter table stp_query drop constraint stp_query_purpose_known;
alter table stp_query add constraint stp_query_purpose_known
  check (purpose in ('unknown', 'confirm', 'reconcile', 'transit', 'verification', 'received_list', 'received', 'staff'));
