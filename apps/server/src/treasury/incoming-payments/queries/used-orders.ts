import type { Trx } from '../../../db/types.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'

/**
 * One order of STP can confirm only one incoming payment. Returns true if another payment than `id` has this order, or if one
 * registered before these checks existed has the same STP number, or the same key, day and amount. So a second callback
 * with the key of real money confirms nothing.
 */
export async function isUsed(
  trx: Trx,
  order: StpOrder,
  { id, paying_institution }: { id: number | null; paying_institution: number | null },
): Promise<boolean> {
  const other = await trx
    .selectFrom('incoming_payment')
    .select('id')
    .$if(id !== null, (query) => query.where('id', '<>', id))
    .where((eb) => {
      const sameKey = [
        eb('tracking_key', '=', order.tracking_key),
        eb('operation_date', '=', order.operation_date),
      ]
      const unchecked = eb('stp_check', '=', 'unchecked')
      return eb.or([
        eb('stp_order_id', '=', order.id),
        eb.and([unchecked, eb('stp_id', '=', order.id)]),
        eb.and([unchecked, ...sameKey, eb('amount_cents', '=', order.amount)]),
        eb.and([
          eb('stp_confirmed_at', 'is not', null),
          ...sameKey,
          eb('paying_institution', '=', paying_institution),
        ]),
      ])
    })
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
