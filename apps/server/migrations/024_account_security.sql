-- The devices that a person signs in from: the random number that a browser keeps for itself, as a hash; of a program
-- without one, its name and address.
create table device (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  key_hash bytea not null,
  user_agent text,
  ip inet,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- When its owner last gave a code of the second step there.
  code_given_at timestamptz,
  constraint device_once unique (user_id, key_hash)
);
alter table session add column device_id bigint references device (id);

-- The second step: a secret sealed under the server's key. Not confirmed: being set up.
create table two_factor (
  user_id bigint primary key references app_user (id),
  sealed_secret bytea not null,
  -- The step of 30 s of the last code taken: none is taken twice.
  last_step bigint,
  created_at timestamptz not null,
  confirmed_at timestamptz
);

create table recovery_code (
  user_id bigint not null references two_factor (user_id) on delete cascade,
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
