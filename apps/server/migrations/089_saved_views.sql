-- Named filters of the staff app's lists, private to the user who saved them. The filters are those of the list's URL;
-- the web app leaves out those that a list no longer has.
create table saved_view (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  list text not null constraint saved_view_list check (length(list) between 1 and 40),
  name text not null constraint saved_view_name check (length(name) between 1 and 60),
  search jsonb not null constraint saved_view_search check (jsonb_typeof(search) = 'object'),
  created_at timestamptz not null
);
create unique index saved_view_name_once on saved_view (user_id, list, lower(name));
