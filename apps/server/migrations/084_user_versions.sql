-- Counts the changes of what staff and workers edit, so that a save of an older version is refused. Sign-ins, passwords,
-- documents and settings of the app do not count.
alter table app_user add column version integer not null default 1;
create trigger app_user_version before update on app_user
  for each row
  when (
    (old.first_name, old.last_name, old.key, old.email, old.phone, old.rfc, old.curp, old.ine, old.gender, old.birthday)
      is distinct from
    (new.first_name, new.last_name, new.key, new.email, new.phone, new.rfc, new.curp, new.ine, new.gender, new.birthday)
    or
    (old.address, old.city, old.state, old.zip_code, old.neighborhood, old.position, old.profile, old.department)
      is distinct from
    (new.address, new.city, new.state, new.zip_code, new.neighborhood, new.position, new.profile, new.department)
    or
    (old.user_type, old.is_staff, old.is_active, old.company_id, old.biweekly_salary_cents)
      is distinct from
    (new.user_type, new.is_staff, new.is_active, new.company_id, new.biweekly_salary_cents)
    or
    (old.bank, old.debit_card_number, old.bank_account_number)
      is distinct from
    (new.bank, new.debit_card_number, new.bank_account_number)
  )
  execute function count_version();
