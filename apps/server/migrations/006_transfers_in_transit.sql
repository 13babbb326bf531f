-- Orders whose end STP has not told: the sweep asks for them.
create index transfer_in_transit on transfer (sent_at) where status = 'sent' and state is null;
