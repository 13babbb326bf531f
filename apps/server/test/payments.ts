import type { PaymentBody } from '@quincena/domain/payments/schema'
import type { CommandContext } from '../src/command/context.ts'
import { recordPayment } from '../src/lending/payments/commands/record-payment.ts'
import type { TestContext } from './context.ts'
import { findLoan } from './loans.ts'

/** The context of a command that an admin calls without a session. */
export const asAdmin = ({ id }: { id: number }): CommandContext => ({
  user: { id, user_type: 'U0', company_id: null },
  ...{ session_id: null, ip: null, user_agent: null },
})

/** A payment of `amount` centavos, and what else the body says. */
export interface Paid extends Partial<PaymentBody> {
  loan: { id: number }
  amount: number
}

/** Registers a payment against the current debt; returns its id. */
export async function registerPayment(
  ctx: TestContext,
  context: CommandContext,
  { loan, amount, ...body }: Paid,
): Promise<number> {
  const { amount_due_cents: previous_amount_due } = await findLoan(ctx, loan.id)
  const whole = { loan_request: loan.id, amount_paid: amount, previous_amount_due, ...body }
  return (await recordPayment(ctx.deps, context, whole)).payment_id
}
