import type { Day } from '@quincena/domain/dates'
import { formatMoney } from '@quincena/domain/format'
import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import { publishBalance } from '../../balance-checks/commands/publish-balance.ts'
import { isNoMovement } from '../../stp-lists/queries/own-movements.ts'
import { postMovement } from './post-movement.ts'

interface Listed {
  stp_id: number
  tracking_key: string
  amount_cents: number
  name: string | null
  concept: string | null
}

const atOnce = 200

/** Returns the settled orders of STP's stored list that neither an order nor a movement of ours explains. */
async function readUnexplained(deps: Deps, operation_date: Day): Promise<Listed[]> {
  const { rows } = await sql<Listed>`
    select stp_id, tracking_key, amount_cents, facts ->> 'beneficiary_name' as name,
      facts ->> 'payment_concept' as concept
    from stp_listed_order as listed
    where operation_date = ${operation_date} and order_type = 'E' and state = 'LQ'
      and not exists (select from transfer where transfer.tracking_key = listed.tracking_key) and ${isNoMovement}
    order by stp_id limit ${atOnce}`.execute(deps.db)
  return rows
}

/** Books one order; nothing if another run has booked it meanwhile. */
async function bookOne(deps: Deps, operation_date: Day, listed: Listed): Promise<void> {
  const { stp_id, tracking_key, amount_cents, name, concept } = listed
  await deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('cash_movement')
      .values({
        ...{ kind: 'unknown', amount_cents: -amount_cents, operation_date, tracking_key },
        ...{ account: deps.env.stp.payer_account, stp_order_id: stp_id },
        note: [name, concept].filter((text) => text !== null && text !== '').join(' · ') || 'Sin concepto',
        ...{ created_by: null, created_at: isoOf(deps.clock()) },
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return
    await postMovement(deps, trx, row)
    await writeAudit(deps, trx, {
      context: null,
      action: 'cash_movement.listed',
      subject: ['cash_movement', row.id],
      after: { amount_cents: row.amount_cents, tracking_key, operation_date },
    })
    await notifyStaff(deps, trx, {
      title: 'Movimiento de STP por aclarar',
      message: `STP tiene la orden ${tracking_key} por ${formatMoney(amount_cents)}, que no enviamos nosotros. Di qué fue.`,
      reason_key: `cash-movement:${row.id}`,
    })
    await publishBalance(deps, trx)
  })
}

/**
 * Books each settled order of STP's stored list of a day that we did not send as money in suspense: the account at STP
 * lost it, and nobody has said yet whether it was a withdrawal, a fee or a theft. Received orders become incoming
 * payments instead.
 */
export async function bookListedMovements(deps: Deps, operation_date: Day): Promise<void> {
  for (const listed of await readUnexplained(deps, operation_date))
    await bookOne(deps, operation_date, listed)
}
