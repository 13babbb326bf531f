-- Tokens of programs that call the API. Only the SHA-256 of a token is stored; its prefix is public and names it in
-- lists and in scans for leaked secrets. Rows are never deleted, because the audit trail names them.
create table api_token (
  id bigint generated always as identity primary key,
  name text not null constraint api_token_name_filled check (name <> ''),
  prefix text not null constraint api_token_prefix_once unique
    constraint api_token_prefix_form check (prefix ~ '^quincena_[a-z0-9]{8}$'),
  token_hash bytea not null constraint api_token_hash_once unique
    constraint api_token_hash_length check (octet_length(token_hash) = 32),
  scopes text[] not null constraint api_token_scopes_some check (cardinality(scopes) > 0),
  -- The only company whose records the token reaches; null: all.
  company_id bigint references company (id),
  -- Who answers for what the token does.
  created_by bigint not null references app_user (id),
  created_at timestamptz not null,
  expires_at timestamptz not null
    constraint api_token_one_year check (expires_at > created_at and expires_at <= created_at + interval '366 days'),
  -- Null while another admin has to approve the token: until then it does not work.
  activated_at timestamptz,
  approved_by bigint references app_user (id)
    constraint api_token_approved_by_another check (approved_by <> created_by),
  revoked_at timestamptz,
  revoked_by bigint references app_user (id),
  -- Written at most once a minute.
  last_used_at timestamptz,
  last_used_ip inet,
  constraint api_token_revoked_whole check ((revoked_at is null) = (revoked_by is null)),
  constraint api_token_approved_once check (approved_by is null or activated_at is not null)
);
create index api_token_created on api_token (created_at desc, id desc);

-- The token that called; the actor is then the person who answers for it. The content that is signed has it too.
alter table audit add column api_token_id bigint;
alter table audit add constraint audit_api_token foreign key (api_token_id) references api_token (id) not valid;
