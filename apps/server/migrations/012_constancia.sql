-- The constancia de conservación (NOM-151-SCFI-2016) of a sealed contract: stored once beside it, never rewritten.
alter table acceptance
  add column constancia_storage_key text,
  add column constancia_sha256 text constraint acceptance_constancia_sha256_format check (constancia_sha256 ~ '^[0-9a-f]{64}$'),
  add column constancia_issued_at timestamptz,
  add column constancia_policy text,
  add column constancia_serial text,
  add column constancia_issuer text,
  add constraint acceptance_constancia_whole check (
    num_nulls(constancia_storage_key, constancia_sha256, constancia_issued_at,
      constancia_policy, constancia_serial, constancia_issuer) in (0, 6)),
  add constraint acceptance_constancia_of_sealed check (constancia_issued_at is null or signed_sha256 is not null);

-- A sweep looks for sealed contracts that wait too long for theirs; people look a contract up by its file.
create index acceptance_without_constancia on acceptance (sealed_at)
  where sealed_at is not null and constancia_issued_at is null;
create index acceptance_signed_sha256 on acceptance (signed_sha256) where signed_sha256 is not null;

create function refuse_new_constancia() returns trigger language plpgsql as $$
begin
  raise exception 'a constancia is never rewritten' using errcode = 'restrict_violation';
end $$;
create trigger acceptance_constancia_once before update on acceptance for each row
  when (old.constancia_sha256 is not null and (
    new.constancia_sha256 is distinct from old.constancia_sha256
    or new.constancia_storage_key is distinct from old.constancia_storage_key
    or new.signed_sha256 is distinct from old.signed_sha256))
  execute function refuse_new_constancia();

alter table document drop constraint document_kind_check;
alter table document add constraint document_kind_check check (kind in (
  'INE', 'CURP', 'COMPROBANTE_DE_DOMICILIO', 'CIF', 'CARATULA_DE_CUENTA_BANCARIA', 'contract', 'constancia', 'other'));
create unique index document_constancia_once on document (loan_id) where kind = 'constancia';
