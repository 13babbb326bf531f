import { stpReturnCause } from '@quincena/domain/mexico/stp-states'
import type { StpRecordAnswer } from '@quincena/domain/transfers/detail'
import { isoOf } from '../../../command/clock.ts'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import { queryTransfer, unavailableError } from '../../../treasury/transfers/commands/query-transfer.ts'
import { getTransferDetail } from '../queries/transfer-detail.ts'

/**
 * Queries STP about an order, books the answer and returns it with our own record. `stp` is null if STP does not have
 * the order. Throws `transfer.not_found` (404), `transfer.not_asked` (409) for an order that was never sent,
 * `transfer.unavailable`, `transfer.query_limit` and `transfer.stp_closed` (503).
 */
export async function queryStpRecord(deps: Deps, transfer_id: number): Promise<StpRecordAnswer> {
  const asked_at = isoOf(deps.clock())
  const result = await queryTransfer(deps, transfer_id)
  if (result === null) throw new AppError('transfer.not_asked', 409)
  if (result.outcome === 'unknown') throw unavailableError(result)
  const order = await getTransferDetail(deps.db, transfer_id, deps.env.stp.company)
  if (result.outcome === 'not_found') return { asked_at, stp: null, order }
  const { id, stp_state, state, amount, beneficiary_account } = result.order
  const { operation_date, ts_liquidation, return_cause } = result.order
  return {
    asked_at,
    stp: {
      register_order: String(id),
      ...{ stp_state, state, amount, beneficiary_account, operation_date, ts_liquidation },
      return_cause: stpReturnCause(return_cause),
    },
    order,
  }
}
