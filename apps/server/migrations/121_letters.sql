-- Letters that the lender seals: that a loan is paid off (no_debt), and how much interest a worker paid in a calendar year
-- (interest). What a letter states is stored with its folio before the file is made, so that a second attempt makes the
-- same letter. A letter is never edited: it is voided, and another one with a folio of its own takes its place.
create table letter (
  id bigint generated always as identity primary key,
  kind text not null constraint letter_kind_known check (kind in ('no_debt', 'interest')),
  user_id bigint not null references app_user (id),
  loan_id bigint references loan (id),
  year integer,
  payload jsonb not null,
  payload_sha256 text not null constraint letter_payload_sha256_format check (payload_sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  storage_key text,
  sha256 text constraint letter_sha256_format check (sha256 ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz,
  constancia_storage_key text,
  constancia_sha256 text constraint letter_constancia_sha256_format check (constancia_sha256 ~ '^[0-9a-f]{64}$'),
  constancia_issued_at timestamptz,
  constancia_policy text,
  constancia_serial text,
  constancia_issuer text,
  voided_at timestamptz,
  void_reason text constraint letter_void_reason_known check (
    void_reason in ('payment_reversed', 'data_changed', 'later_day')),
  constraint letter_subject check ((kind = 'no_debt') = (loan_id is not null) and (kind = 'interest') = (year is not null)),
  constraint letter_file_whole check (num_nulls(storage_key, sha256, sealed_at) in (0, 3)),
  constraint letter_constancia_whole check (
    num_nulls(constancia_storage_key, constancia_sha256, constancia_issued_at,
      constancia_policy, constancia_serial, constancia_issuer) in (0, 6)),
  constraint letter_constancia_of_sealed check (constancia_issued_at is null or sealed_at is not null),
  constraint letter_void_whole check ((voided_at is null) = (void_reason is null))
);

-- Never two valid letters of a loan, nor of a worker's year.
create unique index letter_valid_of_loan on letter (loan_id) where kind = 'no_debt' and voided_at is null;
create unique index letter_valid_of_year on letter (user_id, year) where kind = 'interest' and voided_at is null;
create index letter_loan on letter (loan_id, id) where loan_id is not null;
create index letter_user on letter (user_id, created_at);
create index letter_sha256 on letter (sha256) where sha256 is not null;

-- Sweeps look for letters whose file or constancia is late, and for loans that were paid off without a letter.
create index letter_unsealed on letter (created_at) where sealed_at is null and voided_at is null;
create index letter_without_constancia on letter (sealed_at)
  where sealed_at is not null and constancia_issued_at is null and voided_at is null;
create index letter_voided_by_reversal on letter (loan_id) where void_reason = 'payment_reversed' and kind = 'no_debt';
create index loan_completed_at on loan (completed_at) where state = 'completed';

create function refuse_other_letter() returns trigger language plpgsql as $$
begin
  raise exception 'a letter is never rewritten' using errcode = 'restrict_violation';
end $$;
create trigger letter_fixed before update on letter for each row
  when ((new.kind, new.user_id, new.loan_id, new.year, new.payload, new.payload_sha256, new.created_at)
      is distinct from (old.kind, old.user_id, old.loan_id, old.year, old.payload, old.payload_sha256, old.created_at)
    or (old.sha256 is not null
      and (new.storage_key, new.sha256, new.sealed_at) is distinct from (old.storage_key, old.sha256, old.sealed_at))
    or (old.constancia_sha256 is not null
      and (new.constancia_storage_key, new.constancia_sha256)
        is distinct from (old.constancia_storage_key, old.constancia_sha256))
    or (old.voided_at is not null
      and (new.voided_at, new.void_reason) is distinct from (old.voided_at, old.void_reason)))
  execute function refuse_other_letter();
create trigger letter_kept before delete on letter for each row execute function refuse_change();
create trigger letter_no_truncate before truncate on letter for each statement execute function refuse_change();

-- A letter of a loan is valid only while the loan is paid off.
create function require_completed_loan() returns trigger language plpgsql as $$
begin
  if not exists (select from loan where id = new.loan_id and state = 'completed') then
    raise exception 'loan % is not paid off', new.loan_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger letter_of_completed_loan before insert on letter for each row
  when (new.kind = 'no_debt' and new.voided_at is null) execute function require_completed_loan();

create function refuse_valid_letter() returns trigger language plpgsql as $$
begin
  if exists (select from letter where loan_id = new.id and kind = 'no_debt' and voided_at is null) then
    raise exception 'loan % has a valid no-debt letter', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger loan_without_valid_letter before update of state on loan for each row
  when (old.state = 'completed' and new.state <> 'completed') execute function refuse_valid_letter();
