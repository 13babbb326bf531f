-- The lender's data and brand, which an installation changes without a release: approved versions and the draft of the
-- next one.

-- A picture never changes: papers and versions name it by its hash.
create table brand_logo (
  sha256 text primary key constraint brand_logo_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  media_type text not null constraint brand_logo_type_known check (media_type in ('image/png', 'image/jpeg')),
  width integer not null constraint brand_logo_width check (width between 64 and 2000),
  height integer not null constraint brand_logo_height check (height between 64 and 2000),
  content bytea not null constraint brand_logo_bytes check (octet_length(content) between 1 and 204800),
  -- Null: by the command line.
  uploaded_by bigint references app_user (id),
  uploaded_at timestamptz not null
);
create trigger brand_logo_append_only before update or delete on brand_logo
  for each row execute function refuse_change();
create trigger brand_logo_no_truncate before truncate on brand_logo
  for each statement execute function refuse_change();

-- A row is a version that was approved; nothing changes or removes it. In force on a day: of the versions whose date is
-- not later, the one with the latest date, and of equal dates the one that was added last.
create table brand_version (
  id bigint generated always as identity primary key,
  version integer not null check (version > 0),
  content jsonb not null constraint brand_version_content_object check (jsonb_typeof(content) = 'object'),
  logo_sha256 text references brand_logo (sha256),
  -- Of the canonical JSON of the content with the logo's hash.
  sha256 text not null constraint brand_version_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  effective_on date not null,
  -- What changed against the version before, in words.
  summary text not null check (length(summary) <= 1000),
  -- Where it comes from: the server's settings, the command line, one admin before the first payout, or two admins.
  source text not null
    constraint brand_version_source_known check (source in ('shipped', 'command_line', 'one_admin', 'two_admins')),
  created_by bigint references app_user (id),
  created_at timestamptz not null,
  approved_by bigint references app_user (id),
  approved_at timestamptz not null,
  approval_id bigint references approval (id),
  constraint brand_version_once unique (version),
  constraint brand_version_approval_once unique (approval_id),
  constraint brand_version_people check (
    case source
      when 'two_admins' then created_by is not null and approved_by is not null and created_by <> approved_by
        and approval_id is not null
      when 'one_admin' then created_by is not null and approved_by is not null and created_by = approved_by
        and approval_id is null
      else created_by is null and approved_by is null and approval_id is null
    end
  ),
  -- Papers of the days before state the earlier data; the first version is what the settings said before.
  constraint brand_version_not_backdated check (
    source = 'shipped' or effective_on >= (approved_at at time zone 'America/Mexico_City')::date
  )
);

create trigger brand_version_append_only before update or delete on brand_version
  for each row execute function refuse_change();
create trigger brand_version_no_truncate before truncate on brand_version
  for each statement execute function refuse_change();

-- One person is enough only until the lender pays money out.
create function refuse_single_brand_version() returns trigger language plpgsql as $$
begin
  if new.source in ('command_line', 'one_admin') and exists (select from first_payout) then
    raise exception 'brand_version % needs two people', new.version
      using errcode = 'check_violation', constraint = 'brand_version_two_people';
  end if;
  return new;
end $$;
create trigger brand_version_two_people before insert on brand_version
  for each row execute function refuse_single_brand_version();

-- At most one draft; a publication names it by its id, which the next draft does not get.
create sequence brand_draft_version;
create table brand_draft (
  id bigint generated always as identity primary key,
  is_only boolean not null default true constraint brand_draft_is_only check (is_only),
  content jsonb not null constraint brand_draft_content_object check (jsonb_typeof(content) = 'object'),
  logo_sha256 text references brand_logo (sha256),
  summary text not null check (length(summary) <= 1000),
  -- Never comes again, so that nobody saves or publishes over a draft that took another's place.
  version bigint not null default nextval('brand_draft_version'),
  -- Null: by the command line.
  updated_by bigint references app_user (id),
  updated_at timestamptz not null,
  constraint brand_draft_once unique (is_only)
);
create function take_brand_draft_version() returns trigger language plpgsql as $$
begin
  new.version = nextval('brand_draft_version');
  return new;
end $$;
create trigger brand_draft_version before update on brand_draft
  for each row execute function take_brand_draft_version();
