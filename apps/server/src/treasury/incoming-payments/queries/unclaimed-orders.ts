import type { Day } from '@quincena/domain/dates'
import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'

const limit = 500

/**
 * Returns the arrived orders of STP's stored list of a day that belong to no incoming payment yet, after STP's number
 * `after`, at most 500. `CCO` is STP's code of money that we answered with `confirmar`.
 */
export async function unclaimedOrders(db: Db, day: Day, after: number): Promise<StpOrder[]> {
  const { rows } = await sql<{ facts: StpOrder }>`
    select facts from stp_listed_order as listed
    where operation_date = ${day} and order_type = 'R' and stp_id > ${after} and amount_cents > 0
      and (state = 'LQ' or stp_state = 'CCO')
      and not exists (select from incoming_payment where stp_order_id = listed.stp_id)
      and not exists (
        select from incoming_payment as old
        where old.stp_check = 'unchecked' and old.stp_id = listed.stp_id)
      and not exists (
        select from incoming_payment as old
        where old.stp_check = 'unchecked' and old.tracking_key = listed.tracking_key
          and old.operation_date = listed.operation_date and old.amount_cents = listed.amount_cents)
    order by stp_id limit ${limit}`.execute(db)
  return rows.map(({ facts }) => facts)
}
