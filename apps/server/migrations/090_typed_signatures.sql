-- A person who cannot draw signs with their typed name and a confirmation. Null: the signature was drawn.
alter table acceptance
  add column typed_name text constraint acceptance_typed_name_length check (length(typed_name) between 1 and 200),
  add constraint acceptance_typed_or_drawn check (typed_name is null or strokes is null);
