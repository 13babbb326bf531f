import { TIME_ZONE } from '@quincena/domain/dates'
import { sql } from 'kysely'
import type { LedgerAccount } from '../../../db/treasury-types.ts'
import type { Db, Trx } from '../../../db/types.ts'

/** Runs queries on one state of the database. In an open transaction that is the transaction's own. */
export function inSnapshot<Result>(db: Db | Trx, read: (snapshot: Db | Trx) => Promise<Result>) {
  if (db.isTransaction) return read(db)
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

/** Returns the id up to which the kept totals hold every entry, and what the last check of them found. */
export function readMark(db: Db | Trx) {
  return db
    .selectFrom('ledger_total_mark')
    .select(['through_id', 'checked_at', 'wrong_totals'])
    .executeTakeFirstOrThrow()
}

/**
 * SQL of the totals of every day, account and kind in centavos: the kept ones and those of the entries after
 * `through_id`. A day may have a row of both. `through_id` is a value and not a subquery, so that PostgreSQL reads only
 * the entries after it.
 */
export const allTotals = (through_id: number) => sql<{
  day: string
  account: LedgerAccount
  kind: string
  debit: number
  credit: number
  entries: number
}>`(
  with recent as materialized (
    select (created_at at time zone ${TIME_ZONE})::date as day, kind, debit_account, credit_account,
      sum(amount_cents) as amount, count(*) as entries
    from ledger_entry where id > ${through_id} group by 1, 2, 3, 4
  )
  select day, account, kind, debit_cents as debit, credit_cents as credit, entries from ledger_daily_total
  union all select day, debit_account, kind, amount, 0, entries from recent
  union all select day, credit_account, kind, 0, amount, entries from recent
)`

/** SQL of the kept totals of bank accounts beside what their entries up to the same one say. */
export const comparedAccounts = sql`
  select kept.bank_account_id as id, kept.debit_cents as kept_debit, kept.credit_cents as kept_credit,
    kept.entries as kept_entries, coalesce(booked.debit, 0) as debit, coalesce(booked.credit, 0) as credit,
    coalesce(booked.entries, 0) as entries
  from bank_account_total as kept
  cross join lateral (
    select sum(case debit_account when 'bank_cash' then amount_cents else 0 end) as debit,
      sum(case debit_account when 'bank_cash' then 0 else amount_cents end) as credit, count(*) as entries
    from ledger_entry where bank_account_id = kept.bank_account_id and id <= kept.through_id) as booked`

/**
 * SQL of the kept totals beside what the entries say, one row for each day, account and kind of either: `id` is the day
 * as a number such as 20261120.
 */
export const comparedTotals = sql`
  select to_char(day, 'YYYYMMDD')::bigint as id, account, kind,
    coalesce(kept.debit_cents, 0) as kept_debit, coalesce(kept.credit_cents, 0) as kept_credit,
    coalesce(kept.entries, 0) as kept_entries,
    coalesce(booked.debit, 0) as debit, coalesce(booked.credit, 0) as credit, coalesce(booked.entries, 0) as entries
  from ledger_daily_total as kept
  full join (
    select day, account, kind, sum(debit) as debit, sum(credit) as credit, sum(entries) as entries
    from (
      select (created_at at time zone ${sql.lit(TIME_ZONE)})::date as day, kind, debit_account, credit_account,
        sum(amount_cents) as amount, count(*) as entries
      from ledger_entry where id <= (select through_id from ledger_total_mark) group by 1, 2, 3, 4
    ) as moved
    cross join lateral (values (debit_account, amount, 0), (credit_account, 0, amount)) as side (account, debit, credit)
    group by day, account, kind
  ) as booked using (day, account, kind)`
