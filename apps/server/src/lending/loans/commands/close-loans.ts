import type { Day } from '@quincena/domain/dates'
import type { LoanEvent, LoanState } from '@quincena/domain/loans/rules'
import { messages } from '@quincena/domain/messages'
import type { SelectQueryBuilder, Updateable } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { LoanTables } from '../../../db/loan-types.ts'
import type { Database, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { type Auditing, writeAudits } from '../../../platform/audit/commands/write-audit.ts'
import type { Notifying, WordedNotice } from '../../../platform/notifications/commands/notice-insert.ts'
import { notifyMany } from '../../../platform/notifications/commands/notify.ts'
import { expiredNotice, overdueNotice } from '../notices.ts'
import { isClear } from '../queries/clarification.ts'
import { type LoanRow, moveLoans } from './move-loan.ts'

/** What the daily close needs to change loans and to tell their workers. */
export type Closing = Pick<Deps, 'db'> & Notifying & Auditing

interface Round {
  /** Loans in one transaction. */
  size: number
  /** Waits for loans that another transaction locks; else skips them, and the next round takes them. */
  waits: boolean
}

/**
 * First 5,000 loans per transaction without the locked ones; then the rest one by one, so that a transaction that waits
 * for a lock holds no other.
 */
const rounds: readonly Round[] = [
  { size: 5000, waits: false },
  { size: 1, waits: true },
]

type DueLoan = Pick<
  LoanRow,
  'id' | 'user_id' | 'company_id' | 'type' | 'folio' | 'amount_cents' | 'next_payment_date'
>

interface Change {
  from: LoanState
  event: LoanEvent
  /** Narrows the loans of the state `from` to those to change. */
  due: (loans: SelectQueryBuilder<Database, 'loan', object>) => SelectQueryBuilder<Database, 'loan', object>
  changes: Updateable<LoanTables['loan']>
  notice: (loan: DueLoan) => WordedNotice
}

/** Finds and locks the next loans to change. */
function lockDue(trx: Trx, { from, due }: Change, { size, waits }: Round): Promise<DueLoan[]> {
  return due(trx.selectFrom('loan').where('state', '=', from))
    .where(isClear('loan'))
    .select(['id', 'user_id', 'company_id', 'type', 'folio', 'amount_cents', 'next_payment_date'])
    .limit(size)
    .forNoKeyUpdate()
    .$if(!waits, (free) => free.skipLocked())
    .execute()
}

/** Changes the next due loans in one transaction; returns their number. */
async function changeBatch(deps: Closing, trx: Trx, { change, round }: { change: Change; round: Round }) {
  const { from, event, changes, notice } = change
  const loans = await lockDue(trx, change, round)
  if (loans.length === 0) return 0
  await moveLoans(deps, trx, { loans, from, event, changes })
  await notifyMany(
    deps,
    trx,
    loans.map((loan) => ({ recipient_id: loan.user_id, ...notice(loan) })),
  )
  const audits = loans.map(({ id, next_payment_date }) => ({
    context: null,
    action: `loan.${event}` as const,
    subject: ['loan', id] as const,
    before: { state: from, next_payment_date },
  }))
  await writeAudits(deps, trx, audits)
  return loans.length
}

/** Changes every due loan and returns their number. A second run finds none. */
async function changeAll(deps: Closing, change: Change): Promise<number> {
  let total = 0
  for (const round of rounds) {
    let count: number
    do {
      count = await deps.db.transaction().execute((trx) => changeBatch(deps, trx, { change, round }))
      total += count
    } while (count === round.size)
  }
  return total
}

/** Expires offers after their last day, except while an order of the loan waits for an admin's decision. */
export function expireOffers(deps: Closing, today: Day): Promise<number> {
  return changeAll(deps, {
    from: 'approved',
    event: 'expire',
    due: (loans) => loans.where('offer_expires_on', '<', today),
    changes: {
      closed_at: isoOf(deps.clock()),
      rejection_reason: messages.offer_expired,
      next_payment_date: null,
    },
    notice: expiredNotice,
  })
}

/**
 * Marks a loan overdue from the first day on which it is late: a bank day and the grace days have passed. A loan in
 * clarification waits.
 */
export function markOverdue(deps: Closing, today: Day): Promise<number> {
  return changeAll(deps, {
    from: 'active',
    event: 'fall_overdue',
    due: (loans) => loans.where('late_from', '<=', today),
    changes: {},
    notice: (loan) => overdueNotice(loan, loan.next_payment_date ?? today),
  })
}
