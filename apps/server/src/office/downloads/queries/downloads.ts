import type { DownloadKind, DownloadRow, downloadQuery } from '@quincena/domain/downloads/schema'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, isStaff } from '../../../command/context.ts'
import type { Db } from '../../../db/types.ts'
import { orderOf, windowOf } from '../../../http/pagination.ts'

type DownloadsQuery = z.output<typeof downloadQuery>

/** Signed contracts and their constancias. */
const contractFiles = (user_id: number) => sql`
  select d.kind, d.id, d.loan_id, l.amount_cents as amount, d.created_at, false as reversed
  from document d join loan l on l.id = d.loan_id
  where d.user_id = ${user_id} and d.replaced_at is null and d.kind in ('contract', 'constancia')`

const receipts = (user_id: number) => sql`
  select 'receipt', p.id, p.loan_id, p.amount_paid_cents, p.created_at, p.reversed_at is not null
  from payment p where p.user_id = ${user_id}`

/** One statement for each loan that was ever paid out, dated by its last ledger entry. */
const statements = (user_id: number) => sql`
  select 'statement', l.id, l.id, l.amount_cents, moved.last, false
  from loan l
  cross join lateral (select max(e.created_at) as last from ledger_entry e where e.loan_id = l.id) moved
  where l.user_id = ${user_id} and moved.last is not null`

/** Sealed no-debt letters, void ones too. */
const noDebtLetters = (user_id: number) => sql`
  select 'no_debt_letter', t.id, t.loan_id, l.amount_cents, t.sealed_at, t.voided_at is not null
  from letter t join loan l on l.id = t.loan_id
  where t.user_id = ${user_id} and t.kind = 'no_debt' and t.sealed_at is not null`

const sources: Record<Exclude<DownloadKind, 'constancia'>, (user_id: number) => RawBuilder<unknown>> = {
  contract: contractFiles,
  receipt: receipts,
  statement: statements,
  no_debt_letter: noDebtLetters,
}

/**
 * One page of the documents that a person can download (contracts, constancias, receipts, statements, no-debt letters) and the total
 * count, newest first by default. A worker gets an empty list for another user. Amounts in centavos.
 */
export async function listDownloads(db: Db, actor: Actor, input: DownloadsQuery) {
  const user_id = input.user__id ?? actor.id
  if (!isStaff(actor) && user_id !== actor.id) return { count: 0, rows: [] }
  const chosen = input.kind === undefined ? Object.values(sources) : [sources[input.kind]]
  const all = sql.join(
    chosen.map((source) => source(user_id)),
    sql` union all `,
  )
  const ofLoan = input.loan__id === undefined ? sql`true` : sql`loan_id = ${input.loan__id}`
  const files = sql`(select * from (${all}) as found (kind, id, loan_id, amount, created_at, reversed)
    where ${ofLoan}) as file`
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from ${files}`.execute(db)
  const { limit, offset } = windowOf(input)
  const direction = sql.raw(orderOf(input.ordering, ['created_at']).direction)
  const { rows } = await sql<DownloadRow>`
    select file.kind, file.id, file.loan_id as loan, l.folio, l.type, file.amount, file.created_at, file.reversed
    from ${files} join loan l on l.id = file.loan_id
    order by file.created_at ${direction}, file.kind ${direction}, file.id ${direction}
    limit ${limit} offset ${offset}`.execute(db)
  return { count: counted[0]?.count ?? 0, rows }
}
