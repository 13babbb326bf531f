import { addDays, businessDay, type Day } from '@quincena/domain/dates'
import { figuresOn, type LoanFigures, suggestedAmount } from '@quincena/domain/loans/figures'
import { type LoanEvent, PAYABLE_STATES } from '@quincena/domain/loans/rules'
import { messages } from '@quincena/domain/messages'
import type { Updateable } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { LoanTables } from '../../../db/loan-types.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { type Notice, notify } from '../../../platform/notifications/commands/notify.ts'
import { dueNotice, expiredNotice, overdueNotice } from '../notices.ts'
import { isClear } from '../queries/clarification.ts'
import { loadLoans } from '../queries/position.ts'
import { type LoanRow, moveLoan } from './move-loan.ts'
import { postAccruals } from './post-accruals.ts'

const loansPerTransaction = 200
const reminderDays = 3

interface Round {
  /** Loans in one transaction. */
  size: number
  /** Waits for loans that another transaction locks; else skips them, and the next round takes them. */
  waits: boolean
}

/**
 * First 200 loans per transaction without the locked ones; then the rest one by one, so that a transaction that waits
 * for a lock holds no other.
 */
const rounds: readonly Round[] = [
  { size: loansPerTransaction, waits: false },
  { size: 1, waits: true },
]

interface Closing {
  event: LoanEvent
  /** Finds and locks the loans to change. */
  due: (trx: Trx, round: Round) => Promise<LoanRow[]>
  changes: Updateable<LoanTables['loan']>
  notice: (loan: LoanRow) => Omit<Notice, 'recipient_id'>
}

/** Changes the due loans of a round, `round.size` in each transaction; returns their number. */
async function closeRound(deps: Deps, closing: Closing, round: Round): Promise<number> {
  const { event, due, changes, notice } = closing
  let total = 0
  for (;;) {
    const count = await deps.db.transaction().execute(async (trx) => {
      const loans = await due(trx, round)
      for (const loan of loans) {
        await moveLoan(deps, trx, { loan, event, changes })
        await notify(deps, trx, { recipient_id: loan.user_id, ...notice(loan) })
        const before = { state: loan.state, next_payment_date: loan.next_payment_date }
        await writeAudit(deps, trx, {
          context: null,
          action: `loan.${event}`,
          subject: ['loan', loan.id],
          before,
        })
      }
      return loans.length
    })
    total += count
    if (count < round.size) return total
  }
}

/** Changes every due loan and returns their number. A second run finds none. */
async function closeAll(deps: Deps, closing: Closing): Promise<number> {
  let total = 0
  for (const round of rounds) total += await closeRound(deps, closing, round)
  return total
}

/** Expires offers after their last day, except while an order of the loan waits for an admin's decision. */
function expireOffers(deps: Deps, today: Day): Promise<number> {
  return closeAll(deps, {
    event: 'expire',
    due: (trx, { size, waits }) =>
      trx
        .selectFrom('loan')
        .selectAll()
        .where('state', '=', 'approved')
        .where('offer_expires_on', '<', today)
        .where(isClear('loan'))
        .limit(size)
        .forNoKeyUpdate()
        .$if(!waits, (free) => free.skipLocked())
        .execute(),
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
function markOverdue(deps: Deps, today: Day): Promise<number> {
  return closeAll(deps, {
    event: 'fall_overdue',
    due: (trx, { size, waits }) =>
      trx
        .selectFrom('loan')
        .selectAll()
        .where('state', '=', 'active')
        .where('late_from', '<=', today)
        .where(isClear('loan'))
        .limit(size)
        .forNoKeyUpdate()
        .$if(!waits, (free) => free.skipLocked())
        .execute(),
    changes: {},
    notice: (loan) => overdueNotice(loan, loan.next_payment_date ?? today),
  })
}

/** Sends the reminder of a loan whose amount to pay falls due in three days or less. */
async function remind(deps: Deps, { loan, figures }: { loan: LoanRow; figures: LoanFigures }) {
  const { day: today, to_pay } = figures
  if (to_pay === null || to_pay.by < today || to_pay.by > addDays(today, reminderDays)) return
  const kind = to_pay.by === today ? ('today' as const) : ('3-days' as const)
  const notice = dueNotice(loan, { date: to_pay.by, amount: suggestedAmount(figures), kind })
  await deps.db.transaction().execute((trx) => notify(deps, trx, { recipient_id: loan.user_id, ...notice }))
}

/** Sends reminders three days before the due date and on it. A late run catches up; each reminder is sent once. */
async function sendReminders(deps: Deps, today: Day): Promise<void> {
  let after = 0
  for (;;) {
    const loans: LoanRow[] = await deps.db
      .selectFrom('loan')
      .selectAll()
      .where('id', 'in', (due) =>
        due
          .selectFrom('installment')
          .select('loan_id')
          .where('due_date', '>=', today)
          .where('due_date', '<=', addDays(today, reminderDays)),
      )
      .where('state', 'in', PAYABLE_STATES)
      .where(isClear('loan'))
      .where('id', '>', after)
      .orderBy('id')
      .limit(loansPerTransaction)
      .execute()
    const loaded = await loadLoans(deps.db, loans)
    for (const loan of loans) {
      const position = loaded.get(loan.id)?.position
      if (position !== undefined) await remind(deps, { loan, figures: figuresOn(position, today) })
    }
    after = loans.at(-1)?.id ?? 0
    if (loans.length < loansPerTransaction) return
  }
}

/**
 * The daily close: expires offers, posts accruals, marks loans overdue, sends reminders. It depends only on states and
 * dates, so it may run late, twice or at any hour.
 */
export async function closeBusinessDay(deps: Deps): Promise<void> {
  const today = businessDay(deps.clock())
  const expired = await expireOffers(deps, today)
  const accrued = await postAccruals(deps, today)
  const overdue = await markOverdue(deps, today)
  await sendReminders(deps, today)
  deps.log.info({ today, expired, accrued, overdue }, 'business day closed')
}
