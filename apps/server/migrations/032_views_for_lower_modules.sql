-- What a module offers of its tables to the modules below it, which may not name the tables themselves. A migration that
-- changes a column of a view drops the view and creates it again.

create view user_summary as
select id, user_type, is_active, preferences from app_user;

create view session_summary as
select id, ended_at, expires_at from session;

create view import_summary as
select id, kind from import_job;

-- has_open_transfer: an STP order of the loan is not settled, refused or returned yet, or needs a review.
create view loan_summary as
select id, user_id, type, state, folio, amount_cents,
  exists (
    select from transfer
    where transfer.loan_id = loan.id
      and (transfer.status in ('pending', 'unknown', 'review')
        or (transfer.status = 'sent' and transfer.state is null)
        or transfer.contested_at is not null)
  ) as has_open_transfer
from loan;
