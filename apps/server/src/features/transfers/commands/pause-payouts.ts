import { act } from '../../../lib/act.ts'
import { writeAudit } from '../../../lib/audit.ts'
import { isoOf } from '../../../lib/clock.ts'
import type { ActContext } from '../../../lib/context.ts'
import type { Deps } from '../../../lib/deps.ts'
import { payoutsPaused } from '../queries.ts'

/** Stops or resumes every payout; orders that wait go on waiting and are sent when payouts resume. */
export function pausePayouts(deps: Deps, context: ActContext, { paused }: { paused: boolean }) {
  return act(deps, context, async (trx) => {
    const before = await payoutsPaused(trx)
    const row = { value: JSON.stringify({ paused }), updated_at: isoOf(deps.clock()) }
    await trx
      .insertInto('setting')
      .values({ name: 'payouts_paused', ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
    await writeAudit(deps, trx, {
      context,
      action: paused ? 'payouts.paused' : 'payouts.resumed',
      subject: 'setting',
      subject_id: null,
      before: { paused: before },
      after: { paused },
    })
    return { paused }
  })
}
