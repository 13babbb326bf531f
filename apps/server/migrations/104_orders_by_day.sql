-- The orders of a range of operating days, newest first, are read from the index of the days alone.
drop index transfer_day;
create index transfer_day on transfer (operation_date desc, id desc) include (created_at, state, purpose);
