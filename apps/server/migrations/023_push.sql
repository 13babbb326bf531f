-- Who reads it no more may have it back for a while; its reason stays taken, so that it is not told again.
alter table notification add column deleted_at timestamptz;
drop index notification_recipient;
drop index notification_unread;
create index notification_recipient on notification (recipient_id, created_at desc, id desc)
  where deleted_at is null;
create index notification_unread on notification (recipient_id) where not checked and deleted_at is null;
create index notification_deleted on notification (deleted_at) where deleted_at is not null;

-- The phones that are told of what comes in. One ends with the session that it was asked for in.
create table push_subscription (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  session_id bigint not null references session (id),
  endpoint text not null constraint push_subscription_once unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_subscription_user on push_subscription (user_id);
create index push_subscription_session on push_subscription (session_id);
