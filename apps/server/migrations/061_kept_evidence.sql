-- What was signed is only ever added: a loan whose payout was refused may be signed again, beside the first signature.
-- The state of the loan's signed contract (which signature counts, its seal, its constancia) has a table of its own.
alter table acceptance drop constraint acceptance_pkey cascade;
alter table acceptance add column id bigint generated always as identity primary key;
create index acceptance_loan on acceptance (loan_id);

create table signed_contract (
  loan_id bigint primary key references loan (id),
  acceptance_id bigint not null constraint signed_contract_acceptance_once unique references acceptance (id),
  accepted_at timestamptz not null,
  signed_storage_key text,
  signed_sha256 text,
  sealed_at timestamptz,
  constancia_storage_key text,
  constancia_sha256 text
    constraint signed_contract_constancia_sha256_format check (constancia_sha256 ~ '^[0-9a-f]{64}$'),
  constancia_issued_at timestamptz,
  constancia_policy text,
  constancia_serial text,
  constancia_issuer text,
  constraint signed_contract_constancia_whole check (
    num_nulls(constancia_storage_key, constancia_sha256, constancia_issued_at,
      constancia_policy, constancia_serial, constancia_issuer) in (0, 6)),
  constraint signed_contract_constancia_of_sealed check (constancia_issued_at is null or signed_sha256 is not null)
);
insert into signed_contract
select loan_id, id, accepted_at, signed_storage_key, signed_sha256, sealed_at, constancia_storage_key,
  constancia_sha256, constancia_issued_at, constancia_policy, constancia_serial, constancia_issuer
from acceptance;

drop trigger acceptance_constancia_once on acceptance;
alter table acceptance
  drop column signed_storage_key, drop column signed_sha256, drop column sealed_at,
  drop column constancia_storage_key, drop column constancia_sha256, drop column constancia_issued_at,
  drop column constancia_policy, drop column constancia_serial, drop column constancia_issuer;

create index signed_contract_unsealed on signed_contract (accepted_at) where sealed_at is null;
create index signed_contract_without_constancia on signed_contract (sealed_at)
  where sealed_at is not null and constancia_issued_at is null;
create index signed_contract_sha256 on signed_contract (signed_sha256) where signed_sha256 is not null;
create trigger signed_contract_constancia_once before update on signed_contract for each row
  when (old.constancia_sha256 is not null and (
    new.constancia_sha256 is distinct from old.constancia_sha256
    or new.constancia_storage_key is distinct from old.constancia_storage_key
    or new.signed_sha256 is distinct from old.signed_sha256))
  execute function refuse_new_constancia();

create trigger acceptance_append_only before update or delete on acceptance
  for each row execute function refuse_change();
create trigger acceptance_no_truncate before truncate on acceptance
  for each statement execute function refuse_change();
