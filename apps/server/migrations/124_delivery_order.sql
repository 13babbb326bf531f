-- Each channel has its own queue, so that a provider that is down holds up no mail, nor the mail server messages. What
-- cannot wait behind a close of the month (money sent or returned, security) goes first.
alter table notice_delivery add column goes_first boolean not null default false;
drop index notice_delivery_due;
create index notice_delivery_due on notice_delivery (channel, goes_first desc, next_try_at, id)
  where next_try_at is not null;
