-- The lines of each other state have such an index. Where few lines are matched, their list passed over all others.
create index bank_line_matched on bank_line (bank_account_id, day desc, id desc)
  where explained_as is null and amount_cents > 0 and matched_cents = amount_cents;
