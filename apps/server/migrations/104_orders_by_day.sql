-- The orders of a range of operating days, newest first, are read from this index alone. The narrower index transfer_day
-- stays for this release: to drop it would wait for every reader of the table and make all writers wait behind it.
create index transfer_by_operation_day on transfer (operation_date desc, id desc) include (created_at, state, purpose);
