-- A password that staff typed is temporary, a changed address of a worker is to be confirmed, and payouts wait a day
-- after a changed account or password.
alter table app_user
  add column must_change_password boolean not null default false,
  add column must_confirm_email boolean not null default false,
  -- When the account changed; null for an account that never did.
  add column account_changed_at timestamptz,
  -- When the user replaced a password of their own; null for a first one.
  add column password_replaced_at timestamptz;

-- The codes mailed to an address, of which only a keyed hash is stored.
create table email_code (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  email text not null,
  code_hash text not null,
  failures integer not null default 0 check (failures >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_code_of_user on email_code (user_id, created_at desc, id desc);
