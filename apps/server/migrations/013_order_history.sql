-- When the return of an order was booked; orders of before have the instant of their last change.
alter table transfer add column returned_at timestamptz;
update transfer set returned_at = updated_at where state in ('CN', 'D');
alter table transfer add constraint transfer_returned_is_back check (returned_at is null or state in ('CN', 'D'));

-- What was done with one thing, in order.
create index audit_subject on audit (subject, subject_id, id) where subject_id is not null;
