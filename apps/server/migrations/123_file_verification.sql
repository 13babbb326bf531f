-- Anybody with a file asks by its hash whether the lender issued it: the contracts that were shown are found by it too.
create index contract_sha256 on contract (sha256);

-- The last refused or failed request for the constancia of a sealed file, by the hash of the file (a contract or a letter).
-- The row goes when the constancia is issued.
create table constancia_failure (
  sha256 text primary key constraint constancia_failure_sha256_format check (sha256 ~ '^[0-9a-f]{64}$'),
  reason text not null,
  attempts integer not null default 1 constraint constancia_failure_attempts_positive check (attempts > 0),
  first_failed_at timestamptz not null,
  failed_at timestamptz not null,
  constraint constancia_failure_in_order check (failed_at >= first_failed_at)
);
