-- Which release each migration belongs to, and the oldest version of the program that works with it. A process of an
-- earlier version reads here whether it may start on a newer schema (docs/upgrading.md). Written after each migration.
create table migration_release (
  name text constraint migration_release_pk primary key,
  release text not null constraint migration_release_version check (release ~ '^\d+\.\d+\.\d+$'),
  runs_from text not null constraint migration_release_runs_from check (runs_from ~ '^\d+\.\d+\.\d+$')
);
