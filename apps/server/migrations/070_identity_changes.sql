-- Who a worker is: the bank's holder is compared with these, so a change of them is confirmed like the account.
alter table worker_change drop constraint worker_change_field_known;
alter table worker_change add constraint worker_change_field_known
  check (field in ('created', 'salary', 'company', 'email', 'account', 'name', 'rfc', 'curp'));
