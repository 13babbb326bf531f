-- Lists are ordered as a dictionary in Spanish orders them, a page at a time, straight from an index.
create index user_first_name on app_user (first_name collate "es-x-icu", id);
create index user_last_name on app_user (last_name collate "es-x-icu", id);
create index user_key_order on app_user (key, id);
create index company_name_order on company (name collate "es-x-icu", id);
