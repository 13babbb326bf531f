-- What a notification sends by mail and as SMS or WhatsApp, written by the statement that writes the notification, so that
-- nothing is sent for a change that was rolled back and nothing is sent twice.
create table notice_delivery (
  id bigint generated always as identity primary key,
  notification_id bigint not null references notification (id) on delete cascade,
  channel text not null constraint notice_delivery_channel_check check (channel in ('mail', 'message')),
  -- The address when it happened: who takes over an account must not redirect the mail that says so.
  address text not null constraint notice_delivery_address_check check (address <> ''),
  -- Labels and values that only the mail shows.
  figures jsonb not null default '[]',
  state text not null default 'queued'
    constraint notice_delivery_state_check check (state in ('queued', 'sent', 'failed', 'given_up')),
  attempts int not null default 0,
  -- While it is sent, the time at which another process may take it over; null when it is finished.
  next_try_at timestamptz,
  -- Why the last attempt failed: codes, without texts of the other side, which may quote an address.
  reason text,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint notice_delivery_once unique (notification_id, channel),
  constraint notice_delivery_finished_check check (
    (state in ('sent', 'given_up')) = (finished_at is not null) and (finished_at is null) = (next_try_at is not null)
  )
);
create index notice_delivery_due on notice_delivery (next_try_at, id) where next_try_at is not null;
create index notice_delivery_finished on notice_delivery (finished_at) where finished_at is not null;

-- The addresses of a user, for the modules below people.
create or replace view user_summary as
select id, user_type, is_active, preferences, first_name || ' ' || last_name as name,
  first_name, email, phone, must_confirm_email
from app_user;
