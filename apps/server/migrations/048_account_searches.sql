-- Accounts without an answer, newest first; nearly all accounts are verified.
create index account_verification_unanswered on account_verification (requested_at desc, id desc)
  where state in ('failed', 'pending');
-- A search by the last digits of an account.
create index account_verification_ending on account_verification (reverse(account) text_pattern_ops);
