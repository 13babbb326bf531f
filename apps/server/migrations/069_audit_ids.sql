-- Forged rows with an id below 1 or above the whole numbers of the server were never named by the check of the trail.
-- Rows from before are not looked at: a forged one must not keep the server from starting. The check names it.
alter table audit
  add constraint audit_id_range check (id > 0 and id < 9007199254740992) not valid;
