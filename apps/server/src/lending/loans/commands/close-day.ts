import { businessDay } from '@quincena/domain/dates'
import type { Deps } from '../../../deps.ts'
import { type Closing, expireOffers, markOverdue } from './close-loans.ts'
import { postAccruals } from './post-accruals.ts'
import { sendReminders } from './send-reminders.ts'

/**
 * The daily close: expires offers, posts accruals, marks loans overdue, sends reminders. It depends only on states and
 * dates, so it may run late, twice or at any hour.
 */
export async function closeBusinessDay(deps: Closing & Pick<Deps, 'log'>): Promise<void> {
  const today = businessDay(deps.clock())
  const expired = await expireOffers(deps, today)
  const accrued = await postAccruals(deps, today)
  const overdue = await markOverdue(deps, today)
  const reminded = await sendReminders(deps, today)
  deps.log.info({ today, expired, accrued, overdue, reminded }, 'business day closed')
}
