-- When a second factor was last used in this session. Null: never, so the session of staff may only set one up.
alter table session add column factor_at timestamptz;

-- Failed sign-ins count apart for unknown devices (scope ''), for each device on which the user signed in before, and for
-- the password typed in an open session. So an outsider locks nobody out of a known device.
alter table sign_in_attempt add column scope text not null default '';
alter table sign_in_attempt drop constraint sign_in_attempt_pkey;
alter table sign_in_attempt add constraint sign_in_attempt_pkey primary key (email, scope);

-- Passkeys (WebAuthn credentials). The public key is no secret.
create table passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  credential_id text not null constraint passkey_credential_unique unique,
  public_key bytea not null,
  counter bigint not null constraint passkey_counter check (counter >= 0),
  -- Separated by commas.
  transports text not null,
  name text not null constraint passkey_name check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user on passkey (user_id);

-- Challenges that a passkey has to sign, each once. Without a user: for a sign-in.
create table passkey_challenge (
  challenge text primary key,
  user_id bigint references app_user (id),
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);

-- Recovery codes belong to the user: they also replace a lost passkey.
alter table recovery_code drop constraint recovery_code_user_id_fkey;
alter table recovery_code
  add constraint recovery_code_user_id_fkey foreign key (user_id) references app_user (id);
