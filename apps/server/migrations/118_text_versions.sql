-- Texts that an installation changes without a release: versions that people agree to, and the draft of the next one.

-- A row is a version that was approved; nothing changes or removes it. In force on a day: of the versions of a document
-- whose date is not later, the one with the latest date, and of equal dates the one that was added last.
create table text_version (
  id bigint generated always as identity primary key,
  document text not null constraint text_version_document_form check (document ~ '^[a-z_]{1,40}$'),
  version text not null check (length(version) between 1 and 40),
  content jsonb not null constraint text_version_content_object check (jsonb_typeof(content) = 'object'),
  -- Of the canonical JSON of the content, before its fields are filled.
  sha256 text not null constraint text_version_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  effective_on date not null,
  -- What changed against the version before, in words.
  summary text not null check (length(summary) <= 1000),
  -- Where it comes from: the program, its command line, one admin before the first payout, or two admins.
  source text not null
    constraint text_version_source_known check (source in ('shipped', 'command_line', 'one_admin', 'two_admins')),
  created_by bigint references app_user (id),
  created_at timestamptz not null,
  approved_by bigint references app_user (id),
  approved_at timestamptz not null,
  approval_id bigint references approval (id),
  constraint text_version_once unique (document, version),
  constraint text_version_approval_once unique (approval_id),
  constraint text_version_people check (
    case source
      when 'two_admins' then created_by is not null and approved_by is not null and created_by <> approved_by
        and approval_id is not null
      when 'one_admin' then created_by is not null and approved_by is not null and created_by = approved_by
        and approval_id is null
      else created_by is null and approved_by is null and approval_id is null
    end
  ),
  -- Nobody can have agreed to a text before it was published; those of the program were part of its code before.
  constraint text_version_not_backdated check (
    source = 'shipped' or effective_on >= (approved_at at time zone 'America/Mexico_City')::date
  )
);
create index text_version_in_force on text_version (document, effective_on desc, id desc);

create trigger text_version_append_only before update or delete on text_version
  for each row execute function refuse_change();
create trigger text_version_no_truncate before truncate on text_version
  for each statement execute function refuse_change();

-- One person is enough only until the lender pays money out.
create function refuse_single_text_version() returns trigger language plpgsql as $$
begin
  if new.source in ('command_line', 'one_admin') and exists (select from first_payout) then
    raise exception 'text_version % of % needs two people', new.version, new.document
      using errcode = 'check_violation', constraint = 'text_version_two_people';
  end if;
  return new;
end $$;
create trigger text_version_two_people before insert on text_version
  for each row execute function refuse_single_text_version();

-- At most one draft of each document; a publication names it by its id, which the next draft does not get.
create sequence text_draft_version;
create table text_draft (
  id bigint generated always as identity primary key,
  document text not null constraint text_draft_document_form check (document ~ '^[a-z_]{1,40}$'),
  content jsonb not null constraint text_draft_content_object check (jsonb_typeof(content) = 'object'),
  summary text not null check (length(summary) <= 1000),
  -- Never comes again, so that nobody saves or publishes over a draft that took another's place.
  version bigint not null default nextval('text_draft_version'),
  -- Null: by the command line.
  updated_by bigint references app_user (id),
  updated_at timestamptz not null,
  constraint text_draft_once unique (document)
);
create function take_draft_version() returns trigger language plpgsql as $$
begin
  new.version = nextval('text_draft_version');
  return new;
end $$;
create trigger text_draft_version before update on text_draft
  for each row execute function take_draft_version();
