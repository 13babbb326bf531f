-- PDFs that are made from records and kept for a while, by the hash of their data. The files are in the storage.
create table kept_pdf (
  data_sha256 text primary key constraint kept_pdf_hash_shape check (data_sha256 ~ '^[0-9a-f]{64}$'),
  rendered_at timestamptz not null
);
create index kept_pdf_rendered_at on kept_pdf (rendered_at);
