import { addDays, type Day } from '@quincena/domain/dates'
import { figuresOn, suggestedAmount } from '@quincena/domain/loans/figures'
import { PAYABLE_STATES } from '@quincena/domain/loans/rules'
import { ruleOf } from '@quincena/domain/notifications/kinds'
import type { Db } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { Notice, Notifying } from '../../../platform/notifications/commands/notice-insert.ts'
import { notifyMany } from '../../../platform/notifications/commands/notify.ts'
import { wants } from '../../../platform/notifications/queries/notifications.ts'
import { dueNotice, dueReason } from '../notices.ts'
import { isClear } from '../queries/clarification.ts'
import { pageOfDueLoans } from '../queries/due-loans.ts'
import { type LoadedLoan, loadLoans } from '../queries/position.ts'
import type { LoanRow } from './move-loan.ts'

const reminderDays = 3
const loansPerBatch = 5000

type Reminding = Pick<Deps, 'db'> & Notifying

/** The reminders of one due date, sent today. */
interface Reminded {
  today: Day
  date: Day
  kind: '3-days' | 'today'
}

/**
 * Those of the loans whose worker wants the reminder and has not got it, in order of id: two runs side by side insert
 * in the same order and cannot deadlock.
 */
function findUnreminded(db: Db, { date, kind }: Reminded, ids: readonly number[]): Promise<LoanRow[]> {
  return db
    .selectFrom('loan')
    .innerJoin('user_summary', 'user_summary.id', 'loan.user_id')
    .selectAll('loan')
    .where('loan.id', 'in', ids)
    .where('state', 'in', PAYABLE_STATES)
    .where(isClear('loan'))
    .where(wants(ruleOf('due:')?.toggle ?? null))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notification')
            .whereRef('recipient_id', '=', 'loan.user_id')
            .where('reason_key', '=', dueReason({ date, kind })),
        ),
      ),
    )
    .orderBy('loan.id')
    .execute()
}

/** The reminder of a loan; none if what it has to pay falls due on another day. */
function reminderOf(loan: LoanRow, { position }: LoadedLoan, { today, date, kind }: Reminded): Notice[] {
  const figures = figuresOn(position, today)
  if (figures.to_pay?.by !== date) return []
  const amount = suggestedAmount(figures)
  return [{ recipient_id: loan.user_id, ...dueNotice(loan, { date, amount, kind }) }]
}

/** Sends the reminders of one page of loans; returns their number. */
async function remindPage(deps: Reminding, reminded: Reminded, ids: readonly number[]): Promise<number> {
  const loans = await findUnreminded(deps.db, reminded, ids)
  const loaded = await loadLoans(deps.db, loans)
  const notices = loans.flatMap((loan) => {
    const one = loaded.get(loan.id)
    return one === undefined ? [] : reminderOf(loan, one, reminded)
  })
  if (notices.length === 0) return 0
  return deps.db.transaction().execute((trx) => notifyMany(deps, trx, notices))
}

/** Sends the reminders of one due date; returns their number. */
async function remindOf(deps: Reminding, reminded: Reminded): Promise<number> {
  let total = 0
  let ids: number[] = []
  do {
    const after = ids.at(-1) ?? 0
    ids = await pageOfDueLoans(deps.db, { day: reminded.date, after, size: loansPerBatch })
    total += await remindPage(deps, reminded, ids)
  } while (ids.length === loansPerBatch)
  return total
}

/**
 * Sends the reminders of what falls due today or within three days, 5,000 loans at once; returns their number. A late
 * run catches up; each reminder is sent once, and a second run sends none and writes nothing.
 */
export async function sendReminders(deps: Reminding, today: Day): Promise<number> {
  let total = 0
  for (let days = 0; days <= reminderDays; days += 1)
    total += await remindOf(deps, {
      today,
      date: addDays(today, days),
      kind: days === 0 ? 'today' : '3-days',
    })
  return total
}
