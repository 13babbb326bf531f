-- Where the log of the database was after the last request of the session that changed something. Lists of the session
-- come from a replica once that has replayed this position. Null: no such request, or there is no replica.
alter table session add column written_position bigint;

-- Names the database and how often a replica of it became the primary or a copy was recovered to an earlier time: each may
-- have forgotten commits that were answered. Null where the service does not tell it.
create function wal_timeline() returns text language plpgsql stable as $$
begin
  return (select system_identifier from pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8);
exception when others then
  return null;
end $$;
