-- The list of deactivated people, who are few: found without reading everybody else.
create index user_inactive on app_user (created_at desc, id desc) where not is_active;
