-- Beside a request staff read the newest changes of its worker's data, confirmed ones too.
create index worker_change_newest on worker_change (user_id, id desc);
