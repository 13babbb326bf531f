-- Attempts whose password is being looked at: they take a place among those allowed, and count as failures only when
-- they fail. Those that nobody ended (their process died) count as failures after a while.
alter table sign_in_attempt
  add column pending integer not null default 0 constraint sign_in_attempt_pending check (pending >= 0),
  add column pending_since timestamptz;
