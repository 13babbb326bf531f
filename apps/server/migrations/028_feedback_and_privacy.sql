-- What people say of the app.
create table feedback (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  level text not null check (level in ('low', 'medium', 'high')),
  message text not null check (length(message) <= 1000),
  created_at timestamptz not null
);
create index feedback_newest on feedback (created_at desc, id desc);
create index feedback_of_level on feedback (level, created_at desc, id desc);

-- Requests over one's personal data (ARCO and taking back a consent): kept for ever, answered once.
create table privacy_request (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  privacy_right text not null
    check (privacy_right in ('access', 'rectification', 'cancellation', 'opposition', 'revocation')),
  detail text not null check (length(detail) between 1 and 2000),
  answer_due date not null,
  created_at timestamptz not null,
  answer text check (length(answer) between 1 and 4000),
  answered_at timestamptz,
  answered_by bigint references app_user (id),
  constraint privacy_answer_whole
    check (num_nulls(answer, answered_at, answered_by) in (0, 3))
);
create index privacy_request_newest on privacy_request (created_at desc, id desc);
create index privacy_request_open on privacy_request (created_at desc, id desc) where answered_at is null;
create index privacy_request_of_user on privacy_request (user_id, created_at desc, id desc);
