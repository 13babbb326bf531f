-- A search by name reads the name's own text, so that no hit of the wider text has to be checked again without accents.
alter table app_user add column name_search text not null
  generated always as (searchable(first_name || ' ' || last_name)) stored;
create index user_name_search on app_user using gin (name_search gin_trgm_ops);
-- A search of orders looks for e-mail addresses before names: in the wider text each person of that name would be read.
create index user_email_search on app_user using gin (email gin_trgm_ops);

-- Whom an order pays and their company when it was made: of a payout those of the loan, of a refund or verification those
-- of the user; of one that was made before this migration, their company now. A return has neither. So lists find the
-- orders of people and companies without the loans.
alter table transfer
  add column worker_id bigint,
  add column company_id bigint;

create function set_transfer_worker() returns trigger language plpgsql as $$
begin
  if new.loan_id is not null then
    select user_id, company_id into new.worker_id, new.company_id from loan where id = new.loan_id;
  elsif new.user_id is not null then
    new.worker_id := new.user_id;
    select company_id into new.company_id from app_user where id = new.user_id;
  end if;
  return new;
end $$;
create trigger transfer_worker before insert on transfer for each row execute function set_transfer_worker();

-- No foreign keys: the values are those of the loan or the user, which have them, and each acceptance would lock its
-- company's row once more.
-- The new columns are in no kept number of a list, whose triggers would count every order.
alter table transfer disable trigger user;
update transfer set worker_id = person.worker_id, company_id = person.company_id
  from (
    select made.id, coalesce(loan.user_id, app_user.id) as worker_id,
      case when made.loan_id is null then app_user.company_id else loan.company_id end as company_id
    from transfer made
    left join loan on loan.id = made.loan_id
    left join app_user on app_user.id = made.user_id
    where num_nonnulls(made.loan_id, made.user_id) > 0
  ) as person
  where person.id = transfer.id;
alter table transfer enable trigger user;

alter table transfer
  add constraint transfer_worker_fits check ((worker_id is null) = (purpose = 'return'));
create index transfer_worker_created on transfer (worker_id, created_at desc, id desc);
create index transfer_company_created on transfer (company_id, created_at desc, id desc);

-- What a search reads of each person found is in the index: their loans with type and state, and what was done to them.
create index loan_of_user on loan (user_id, created_at desc, id desc) include (type, state);
drop index loan_user_created;
alter index loan_of_user rename to loan_user_created;
create index audit_of_user on audit (subject_id, created_at desc, id desc) where subject = 'user';

-- A new column has no statistics before most rows change, and the plans of searches depend on them.
analyze app_user (name_search);
analyze transfer (worker_id, company_id);
