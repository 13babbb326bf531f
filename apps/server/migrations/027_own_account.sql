-- What workers add to their receiving account: of the card that goes with it the last four digits and no more, and whose
-- name is on it. Neither outlives the account.
alter table app_user
  add column card_last4 text constraint user_card_last4_format check (card_last4 ~ '^[0-9]{4}$'),
  add column card_holder text,
  add constraint user_card_of_an_account check (
    debit_card_number is not null or (card_last4 is null and card_holder is null));

-- The face beside a name: a file that nobody finds without its number.
alter table app_user
  add column picture_id uuid constraint user_picture_unique unique,
  add column picture_type text constraint user_picture_type check (
    picture_type in ('image/jpeg', 'image/png', 'image/webp')),
  add constraint user_picture_whole check ((picture_id is null) = (picture_type is null));
