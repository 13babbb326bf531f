import { formatMoney } from '@quincena/domain/format'
import type { ChargeBody } from '@quincena/domain/incoming-payments/schema'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Deps } from '../../../deps.ts'
import { requestApproval } from '../../../platform/approvals/commands/request-approval.ts'
import { chargeAction, lockChargeable } from '../handlers.ts'

/**
 * Asks a second person to charge a worker with what they used of money that STP took back, in centavos. Throws
 * `incoming_payment.not_found`, `user.not_found` (404), `incoming_payment.not_chargeable` and `approval.already_open`
 * (409).
 */
export function requestCharge(
  deps: Deps,
  context: CommandContext,
  { incoming_payment_id, body }: { incoming_payment_id: number; body: ChargeBody },
) {
  return runCommand(deps, context, async (trx) => {
    const chargeable = await lockChargeable(trx, { user: body.user, incoming_payment_id })
    if (body.amount > chargeable) {
      const detail = `De este abono se le pueden cargar ${formatMoney(chargeable)}.`
      throw new AppError('incoming_payment.not_chargeable', 409, { detail, texts: { amount: [detail] } })
    }
    const payload = { ...body, incoming_payment_id }
    return { approval: await requestApproval(deps, trx, { context, action: chargeAction, payload }) }
  })
}
