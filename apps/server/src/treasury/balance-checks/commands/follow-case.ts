import { formatDateTime } from '@quincena/domain/format'
import { LASTING_AFTER } from '@quincena/domain/treasury/balance-check'
import { type Selectable, sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { BalanceCheckTables } from '../../../db/balance-check-types.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { balanceCaseNotice } from '../notices.ts'

type Check = Selectable<BalanceCheckTables['balance_check']>

/**
 * Returns when an earlier check, at least ten minutes before, found a difference that may be the same; undefined if none
 * did since the balance was last verified. The same: the bounds of both overlap, which without movements under way means
 * that the amounts are equal.
 */
async function findSame(trx: Trx, check: Check): Promise<string | undefined> {
  const until = isoOf(Temporal.Instant.from(check.checked_at).subtract(LASTING_AFTER))
  const same = await trx
    .selectFrom('balance_check')
    .select('checked_at')
    .where('verdict', '=', 'difference')
    .where('checked_at', '<=', until)
    .where('low_cents', '<=', check.high_cents)
    .where('high_cents', '>=', check.low_cents)
    .where(sql<boolean>`checked_at > coalesce((select max(checked_at) from balance_check where verdict = 'verified'),
      '-infinity')`)
    .orderBy('checked_at', 'asc')
    .limit(1)
    .executeTakeFirst()
  return same?.checked_at
}

const findOpen = (trx: Trx) =>
  trx.selectFrom('balance_case').selectAll().where('closed_at', 'is', null).forUpdate().executeTakeFirst()

async function openCase(deps: Deps, trx: Trx, { check, since }: { check: Check; since: string }) {
  const opened = await trx
    .insertInto('balance_case')
    .values({
      difference_cents: check.difference_cents,
      ...{ since, opened_at: isoOf(deps.clock()), seen_at: check.checked_at },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await writeAudit(deps, trx, {
    context: null,
    action: 'balance_case.opened',
    subject: ['balance_case', opened.id],
    after: { difference_cents: check.difference_cents, check_id: check.id },
  })
  await notifyStaff(deps, trx, { ...balanceCaseNotice(opened), user_types: ['U0'] })
}

/** What was booked at STP outside the orders since the case began, in words; the reconciliation found the rest. */
async function explanationOf(trx: Trx, { since }: { since: string }, check: Check): Promise<string> {
  const movements = await trx
    .selectFrom('cash_movement')
    .select(['tracking_key'])
    .where('created_at', '>=', since)
    .where('settles_id', 'is', null)
    .where('incoming_payment_id', 'is', null)
    .orderBy('id')
    .limit(5)
    .execute()
  const verified = `La comprobación del ${formatDateTime(check.checked_at)} dio 0.00`
  if (movements.length === 0) return `${verified}.`
  const keys = movements.map(({ tracking_key }) => tracking_key ?? 'saldo inicial').join(', ')
  return `${verified} después de registrar: ${keys}.`
}

async function closeCase(
  deps: Deps,
  trx: Trx,
  { id, since, check }: { id: number; since: string; check: Check },
) {
  const explanation = await explanationOf(trx, { since }, check)
  await trx
    .updateTable('balance_case')
    .set({ closed_at: isoOf(deps.clock()), explanation })
    .where('id', '=', id)
    .execute()
  await writeAudit(deps, trx, {
    context: null,
    action: 'balance_case.closed',
    subject: ['balance_case', id],
    after: { explanation, check_id: check.id },
  })
}

/**
 * Opens, updates or closes the case of a difference by a new check. The caller holds the lock of the checks and passes
 * the newest check. A check during which money moved changes nothing.
 */
export async function followCase(deps: Deps, trx: Trx, check: Check): Promise<void> {
  if (check.verdict !== 'verified' && check.verdict !== 'difference') return
  const open = await findOpen(trx)
  if (check.verdict === 'verified') {
    if (open !== undefined) await closeCase(deps, trx, { ...open, check })
    return
  }
  if (open !== undefined) {
    await trx
      .updateTable('balance_case')
      .set({ difference_cents: check.difference_cents, seen_at: check.checked_at })
      .where('id', '=', open.id)
      .execute()
    return
  }
  const since = await findSame(trx, check)
  if (since !== undefined) await openCase(deps, trx, { check, since })
}
