-- Signed contracts that wait for their seal: a sweep looks for those that wait too long.
create index acceptance_unsealed on acceptance (accepted_at) where sealed_at is null;
