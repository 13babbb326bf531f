-- What staff write about a record. A note stays as it was written; it goes only with a request that an admin deletes.
create table note (
  id bigint generated always as identity primary key,
  loan_id bigint constraint note_loan references loan (id) on delete cascade,
  user_id bigint constraint note_user references app_user (id),
  company_id bigint constraint note_company references company (id),
  transfer_id bigint constraint note_transfer references transfer (id),
  kind text not null constraint note_kind_known check (kind in ('note', 'contact')),
  text text not null constraint note_text_length check (length(text) between 1 and 2000 and text = btrim(text)),
  -- Of a contact: how somebody was reached, and what follows.
  means text constraint note_means_known check (means in ('call', 'whatsapp', 'email', 'company', 'other')),
  next_step text constraint note_next_step_length check (length(next_step) between 1 and 200),
  next_step_on date,
  author_id bigint not null constraint note_author references app_user (id),
  created_at timestamptz not null,
  constraint note_of_one_record check (num_nonnulls(loan_id, user_id, company_id, transfer_id) = 1),
  constraint note_contact_whole check ((kind = 'contact') = (means is not null)),
  constraint note_contact_of_loan check (kind = 'note' or loan_id is not null),
  constraint note_next_step_of_contact check (next_step is null or kind = 'contact'),
  constraint note_day_of_next_step check (next_step_on is null or next_step is not null)
);
create index note_of_loan on note (loan_id, id desc) where loan_id is not null;
create index note_of_user on note (user_id, id desc) where user_id is not null;
create index note_of_company on note (company_id, id desc) where company_id is not null;
create index note_of_transfer on note (transfer_id, id desc) where transfer_id is not null;
create trigger note_kept before update on note for each row execute function refuse_change();

-- The latest contact of each loan, so that a list of loans reads and sorts by it.
create table loan_contact (
  loan_id bigint primary key constraint loan_contact_loan references loan (id) on delete cascade,
  note_id bigint not null constraint loan_contact_note references note (id) on delete cascade,
  next_step_on date
);
create index loan_contact_of_note on loan_contact (note_id);

-- The activity of a person reads all of their documents, also replaced ones.
create index document_of_user on document (user_id, id) where loan_id is null;
