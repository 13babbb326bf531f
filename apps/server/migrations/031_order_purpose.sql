-- What an order is for; the server has handlers for each purpose. Orders until now paid loans out.
alter table transfer add column purpose text not null default 'payout'
  constraint transfer_purpose_known check (purpose in ('payout'));
