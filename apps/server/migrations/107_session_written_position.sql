-- Where the log of the database was after the last request of the session that changed something. Lists of the session
-- come from a replica once that has replayed this position. Null: no such request, or there is no replica.
alter table session add column written_position bigint;
