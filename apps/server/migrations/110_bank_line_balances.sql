-- The last balance that the bank named. Few banks name one with every line, so without this index the list of the bank
-- accounts reads all lines of an account that has none.
create index bank_line_balance on bank_line (bank_account_id, day desc, id desc) where balance_cents is not null;
