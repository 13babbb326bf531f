-- Which identity of which provider (OpenID Connect) a person of the staff signs in with. Bound at the first sign-in by the
-- verified address; afterwards the address at the provider says nothing.
create table oidc_identity (
  user_id bigint not null constraint oidc_identity_user references app_user (id),
  issuer text not null,
  subject text not null constraint oidc_identity_subject_filled check (subject <> ''),
  created_at timestamptz not null,
  constraint oidc_identity_one_of_each_issuer primary key (user_id, issuer),
  constraint oidc_identity_once unique (issuer, subject)
);

-- Sign-ins at the provider that were used, until they would have expired anyway: each one works once. Their data is in the
-- browser's sealed cookie.
create table oidc_used (
  key_hash bytea not null constraint oidc_used_once primary key
    constraint oidc_used_hash_length check (octet_length(key_hash) = 32),
  expires_at timestamptz not null
);
