-- The queue keeps its tables in a schema of its own. It is made here, because the server's user may not make schemas.
create schema if not exists pgboss;
