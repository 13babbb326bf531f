-- How often a row was written: who saves what somebody else has changed meanwhile is told.
create function count_version() returns trigger language plpgsql as $$
begin
  new.version = old.version + 1;
  return new;
end $$;

alter table company add column version integer not null default 1;
create trigger company_version before update on company
  for each row execute function count_version();

alter table setting add column version integer not null default 1;
create trigger setting_version before update on setting
  for each row execute function count_version();
