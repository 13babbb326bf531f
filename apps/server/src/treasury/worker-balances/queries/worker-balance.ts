import { messages } from '@quincena/domain/messages'
import { bankName } from '@quincena/domain/mexico/banks'
import { MOVEMENT_KINDS, type MovementKind } from '@quincena/domain/worker-balances/movements'
import type { BalanceMovement, movementQuery, WorkerBalance } from '@quincena/domain/worker-balances/schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Db } from '../../../db/types.ts'
import { readPage } from '../../../http/pagination.ts'
import { findRefundObstacle, type RefundPart } from '../../refunds/queries/find-obstacle.ts'
import { findNewestRefund } from '../../refunds/queries/refunds.ts'
import { findPayeeAccount } from '../../transfers/queries/payee-account.ts'

/** Throws `user.not_found` (404) unless the user is a worker whose balance the caller may see. */
async function requireVisible(db: Db, actor: Actor, user_id: number): Promise<void> {
  const worker = await db
    .selectFrom('user_summary')
    .select('id')
    .where('id', '=', user_id)
    .where('user_type', '=', 'U2')
    .executeTakeFirst()
  const isVisible = worker !== undefined && (isStaff(actor) || actor.id === user_id)
  if (!isVisible) throw new AppError('user.not_found', 404)
}

/** Why the whole balance cannot be refunded now, in Spanish; null if it can, or if there is none. */
async function refundProblemOf(db: Db, { user_id, amount_cents }: RefundPart): Promise<string | null> {
  const obstacle =
    amount_cents === 0 ? null : await findRefundObstacle(db, 'request', { user_id, amount_cents })
  return obstacle === null ? null : (obstacle.detail ?? messages[obstacle.code])
}

/**
 * `GET /treasury/balances/{id}`: what the lender and a worker owe each other beside the loans, in centavos, with the
 * newest refund. Throws `user.not_found` (404), also for another worker.
 */
export async function getWorkerBalance(db: Db, actor: Actor, user_id: number): Promise<WorkerBalance> {
  await requireVisible(db, actor, user_id)
  const kept = await db
    .selectFrom('worker_account')
    .select(['balance_cents', 'receivable_cents'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  const balance = kept?.balance_cents ?? 0
  const account = await findPayeeAccount(db, user_id)
  return {
    ...{ user: user_id, balance, receivable: kept?.receivable_cents ?? 0 },
    refund: await findNewestRefund(db, actor, user_id),
    account: account && { bank: bankName(account.bank), last4: account.account_last4 },
    refund_problem: await refundProblemOf(db, { user_id, amount_cents: balance }),
  }
}

interface Side {
  side: 'balance' | 'receivable'
  account: string
}

/** The balance is a debt of the lender and grows with a credit; what the worker owes grows with a debit. */
const change = sql<number>`case
  when (entry.credit_account = of.account) = (of.side = 'balance') then entry.amount_cents else -entry.amount_cents end`

const isMovement = (kind: string): kind is MovementKind => MOVEMENT_KINDS.some((known) => known === kind)

/** Splits the kind of an entry into that of the movement and whether it takes one back. */
function kindOf(entry_kind: string): Pick<BalanceMovement, 'kind' | 'is_reversal'> {
  const is_reversal = entry_kind.endsWith('_reversed')
  const kind = is_reversal ? entry_kind.slice(0, -'_reversed'.length) : entry_kind
  if (!isMovement(kind)) throw new Error(`No movement of a worker's balance is ${entry_kind}`)
  return { kind, is_reversal }
}

/**
 * `GET /treasury/balances/{id}/movements`: one page of the ledger entries that changed a worker's balance or what the
 * worker owes apart, newest first, amounts in centavos. Throws `user.not_found` (404), also for another worker.
 */
export async function listMovements(
  db: Db,
  actor: Actor,
  { user_id, ...page }: z.output<typeof movementQuery> & { user_id: number },
): Promise<{ count: number; rows: BalanceMovement[] }> {
  await requireVisible(db, actor, user_id)
  const moves = db
    .selectFrom('ledger_entry as entry')
    .leftJoin('loan_summary as loan', 'loan.id', 'entry.loan_id')
    // One entry may change both accounts of a worker: the balance pays what is owed apart.
    .innerJoin(
      sql<Side>`(values ('balance', 'worker_balance'), ('receivable', 'worker_receivable'))`.as<'of'>(
        sql`of (side, account)`,
      ),
      (on) => on.on(sql<boolean>`of.account in (entry.debit_account, entry.credit_account)`),
    )
    .where('entry.user_id', '=', user_id)
    .select(sql<number>`entry.id * 2 + (of.side = 'receivable')::int`.as('id'))
    .select(['of.side', 'entry.created_at', 'entry.kind', 'entry.payment_id', 'entry.transfer_id'])
    .select(['entry.incoming_payment_id', 'loan.id as loan_id', 'loan.folio'])
    .select(change.as('amount'))
    .select(sql<number>`sum(${change}) over (partition by of.side order by entry.id)::bigint`.as('left'))
  const { count, rows } = await readPage(
    db.selectFrom(moves.as('move')).selectAll().orderBy('move.id', 'desc'),
    page,
  )
  return {
    count,
    rows: rows.map(({ id, created_at, kind, loan_id, folio, ...row }) => ({
      ...{ id, at: created_at, ...kindOf(kind), side: row.side, amount: row.amount, left: row.left },
      loan: loan_id === null || folio === null ? null : { id: loan_id, folio },
      payment: row.payment_id,
      transfer: row.transfer_id,
      incoming_payment: row.incoming_payment_id,
    })),
  }
}
