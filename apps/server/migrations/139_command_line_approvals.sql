-- The command line asks for approvals too. Such a request has no requester, and the person whom it concerns does not
-- decide it.
alter table approval
  alter column requested_by drop not null,
  add constraint approval_requester_known
    check (requested_by is not null or action in ('factor.reset', 'payouts.resume')),
  add constraint approval_about_another
    check (requested_by is not null or subject <> 'user' or decided_by is distinct from subject_id);
