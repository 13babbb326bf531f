-- One-time codes that confirm a signature where the lender asks for them. A code belongs to the contract that was shown;
-- only its keyed hash is stored. The newest code of a loan counts. Rows that a signature used are never deleted.
create table signing_code (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loan (id) on delete cascade,
  user_id bigint not null references app_user (id),
  contract_id bigint not null references contract (id) on delete cascade,
  contract_sha256 text not null constraint signing_code_sha256_form check (contract_sha256 ~ '^[0-9a-f]{64}$'),
  channel text not null constraint signing_code_channel_known check (channel in ('mail', 'message')),
  -- The address or phone at that moment.
  address text not null constraint signing_code_address_filled check (address <> ''),
  code_hash text not null,
  -- When it was handed to the mail server or the provider.
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- Codes of the other side, without its texts. A code that could not be sent does not count among the hour's.
  fault text,
  failures integer not null default 0
    constraint signing_code_tries check (failures between 0 and 5),
  used_at timestamptz,
  constraint signing_code_times check (expires_at > sent_at and used_at between sent_at and expires_at)
);
create index signing_code_of_loan on signing_code (loan_id, id desc);
create index signing_code_of_user on signing_code (user_id, sent_at);
create index signing_code_unused on signing_code (expires_at) where used_at is null;

-- What the signature keeps of its code, for the evidence page. One code confirms one signature.
alter table acceptance
  add column signing_code_id bigint constraint acceptance_signing_code_once unique references signing_code (id),
  add column code_channel text
    constraint acceptance_code_channel_known check (code_channel in ('mail', 'message')),
  -- With most of its characters hidden.
  add column code_address text,
  add column code_sent_at timestamptz,
  add column code_confirmed_at timestamptz,
  add constraint acceptance_code_whole check (
    num_nulls(signing_code_id, code_channel, code_address, code_sent_at, code_confirmed_at) in (0, 5));
