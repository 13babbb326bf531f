import { setTimeout as sleep } from 'node:timers/promises'
import { TIME_ZONE } from '@quincena/domain/dates'
import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'

/** How long the job waits for writers that began before it; a longer one delays the totals until the next run. */
const patienceMs = 20_000
const lookAgainMs = 100
/** Entries added in one transaction. */
const step = 500_000

/**
 * The transactions that may have written entries which are not visible yet. A transaction has this lock from before it
 * takes the first entry's id until its entries are visible or gone; the names are never used twice.
 */
async function listWriters(db: Db): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and mode = 'RowExclusiveLock' and relation = 'ledger_entry'::regclass
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.map(({ writer }) => writer)
}

/**
 * Returns the greatest id up to which no entry can appear any more, or null if a writer takes longer than 20 s. Ids are
 * given out before commit, so a smaller id may become visible after a greater one: first the greatest visible id is
 * read, then every transaction ends that was writing at that time. No transaction waits for this.
 */
export async function findSettledId(db: Db, patience_ms = patienceMs): Promise<number | null> {
  const { last } = await db
    .selectFrom('ledger_entry')
    .select((max) => max.fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  const limit = performance.now() + patience_ms
  let writers = new Set(await listWriters(db))
  while (writers.size > 0) {
    if (performance.now() > limit) return null
    await sleep(lookAgainMs)
    writers = new Set(await listWriters(db)).intersection(writers)
  }
  return last ?? 0
}

/** Adds the entries of each bank account up to an id to its total. The lock of the mark keeps others from it. */
async function addToAccounts(trx: Trx, through_id: number): Promise<void> {
  await sql`
    insert into bank_account_total (bank_account_id, through_id, debit_cents, credit_cents, entries)
    select account.id, ${through_id}::bigint, later.debit, later.credit, later.entries
    from bank_account as account
    left join bank_account_total as kept on kept.bank_account_id = account.id
    cross join lateral (
      select coalesce(sum(amount_cents) filter (where debit_account = 'bank_cash'), 0) as debit,
        coalesce(sum(amount_cents) filter (where debit_account <> 'bank_cash'), 0) as credit, count(*) as entries
      from ledger_entry where bank_account_id = account.id and id > coalesce(kept.through_id, 0) and id <= ${through_id}
    ) as later
    where later.entries > 0
    on conflict (bank_account_id) do update set through_id = excluded.through_id,
      debit_cents = bank_account_total.debit_cents + excluded.debit_cents,
      credit_cents = bank_account_total.credit_cents + excluded.credit_cents,
      entries = bank_account_total.entries + excluded.entries`.execute(trx)
}

/** Adds the entries after the mark up to an id, at most 500,000 ids; returns the new mark. */
async function addStep(trx: Trx, settled_id: number): Promise<number> {
  const { through_id } = await trx
    .selectFrom('ledger_total_mark')
    .select('through_id')
    .forUpdate()
    .executeTakeFirstOrThrow()
  const next = Math.min(settled_id, through_id + step)
  if (next <= through_id) return through_id
  await sql`
    insert into ledger_daily_total (day, account, kind, debit_cents, credit_cents, entries)
    select day, account, kind, sum(debit), sum(credit), sum(entries)
    from (
      select (created_at at time zone ${TIME_ZONE})::date as day, kind, debit_account, credit_account,
        sum(amount_cents) as amount, count(*) as entries
      from ledger_entry where id > ${through_id} and id <= ${next} group by 1, 2, 3, 4
    ) as moved
    cross join lateral (values (debit_account, amount, 0), (credit_account, 0, amount)) as side (account, debit, credit)
    group by day, account, kind
    on conflict (day, account, kind) do update set
      debit_cents = ledger_daily_total.debit_cents + excluded.debit_cents,
      credit_cents = ledger_daily_total.credit_cents + excluded.credit_cents,
      entries = ledger_daily_total.entries + excluded.entries`.execute(trx)
  await addToAccounts(trx, next)
  await trx.updateTable('ledger_total_mark').set({ through_id: next }).execute()
  return next
}

/**
 * Adds the ledger's settled entries to the kept totals of their days and bank accounts, in order of id and each once, also
 * if several processes run it. Entries of transactions that are still open follow with the next run.
 */
export async function addEntries(deps: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const settled_id = await findSettledId(deps.db)
  if (settled_id === null) {
    deps.log.warn({}, 'daily totals wait for a transaction that writes entries')
    return
  }
  let through = -1
  while (through < settled_id)
    through = await deps.db.transaction().execute((trx) => addStep(trx, settled_id))
}
