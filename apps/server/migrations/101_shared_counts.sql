-- How often something was tried in the current window of time, by all server processes together. The key is a hash of
-- what is counted. Unlogged, because a count is worth no write to disk: after a crash counting starts again.

-- Sign-ins of an e-mail address from one IP address, and failed ones of an IP address. The locks of accounts stay in
-- sign_in_attempt.
create unlogged table sign_in_count (
  key bytea primary key constraint sign_in_count_key check (length(key) = 32),
  n integer not null constraint sign_in_count_positive check (n > 0),
  ends_at timestamptz not null
);

-- Requests of a session, a user or an IP address, added some time after they were counted in memory.
create unlogged table request_count (
  key bytea primary key constraint request_count_key check (length(key) = 32),
  n integer not null constraint request_count_positive check (n > 0),
  ends_at timestamptz not null
);
