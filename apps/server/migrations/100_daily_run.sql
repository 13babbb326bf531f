-- Jobs that run once a day, by business day: a row says that the job ended for the day, so that a start of a server
-- does not run it again. A run that was killed or failed leaves no row.
create table daily_run (
  job text not null,
  day date not null,
  began_at timestamptz not null,
  ended_at timestamptz not null,
  primary key (job, day),
  constraint daily_run_ends_after_begin check (ended_at >= began_at)
);
