import { id } from '@quincena/domain/fields'
import { money } from '@quincena/domain/money'
import { resolveBody } from '@quincena/domain/transfers/schema'
import { z } from 'zod'
import type { ApprovalAction } from '../../../platform/approvals/handlers.ts'
import { lockTransfer } from '../../../treasury/transfers/commands/book-transfer.ts'
import { lockReviewed, resolveReviewed } from '../../../treasury/transfers/commands/resolve-transfer.ts'
import { lockWorker } from '../../../treasury/transfers/queries/lock-worker.ts'
import { findPayeeAccount, payeeAccountLine } from '../../../treasury/transfers/queries/payee-account.ts'
import { isInReview } from '../../../treasury/transfers/rules.ts'
import { lockLoan, lockLoanAndWorker } from '../../loans/commands/move-loan.ts'
import { refuseUnsendable, sendAgain } from '../commands/send-again.ts'

const coordinate = z.number().nullable()
const resendPayload = z.object({
  ...{ loan_id: id, amount: money, exceeded: z.string() },
  ...{ latitude: coordinate, longitude: coordinate },
  /** The account that the requester saw; empty in a request from before it was kept, which is stale. */
  ...{ bank: z.string().default(''), account_last4: z.string().default('') },
  account_digest: z.string().default(''),
})
type ResendPayload = z.output<typeof resendPayload>

/** Sending a returned payout above the limit of one loan again, to the account that the requester saw. */
export const resendAction: ApprovalAction<typeof resendPayload> = {
  ...{ name: 'loan.resend', payload: resendPayload, deciders: 'admin', is_single: true },
  requesters: ['U0'],
  subjectOf: ({ loan_id }: ResendPayload) => ['loan', loan_id],
  async describe(trx, { loan_id, amount, exceeded, ...account }: ResendPayload) {
    const loan = await lockLoanAndWorker(trx, loan_id)
    const { name: person } = await lockWorker(trx, loan.user_id)
    const lines = [
      { label: 'Folio', value: loan.folio },
      payeeAccountLine(account),
      { label: 'Pasa del límite de', value: exceeded },
    ]
    return { title: 'Enviar de nuevo un préstamo devuelto', amount, person, lines }
  },
  async isUnchanged(trx, { loan_id, amount, account_digest }: ResendPayload) {
    const loan = await lockLoanAndWorker(trx, loan_id)
    const account = await findPayeeAccount(trx, loan.user_id)
    if (account?.account_digest !== account_digest) return false
    return loan.state === 'payout_returned' && loan.amount_cents === amount
  },
  async execute(deps, trx, { context, payload: { loan_id, latitude, longitude } }) {
    const loan = await lockLoan(trx, loan_id)
    await refuseUnsendable(deps, trx, loan)
    const { id: transfer_id } = await sendAgain(deps, trx, { loan, context, place: { latitude, longitude } })
    return { loan_id, transfer_id }
  },
}

const outcomeNames = {
  settled: 'El dinero llegó',
  returned: 'El dinero regresó',
  not_sent: 'El dinero no salió',
} as const

const resolvePayload = resolveBody.extend({ transfer_id: id, amount: money, exceeded: z.string() })
type ResolvePayload = z.output<typeof resolvePayload>

/** Resolving an order in review above the limit of one loan. */
export const resolveAction: ApprovalAction<typeof resolvePayload> = {
  ...{ name: 'transfer.resolve', payload: resolvePayload, deciders: 'admin', is_single: true },
  requesters: ['U0'],
  subjectOf: ({ transfer_id }: ResolvePayload) => ['transfer', transfer_id],
  async describe(trx, { transfer_id, amount, outcome, reason, exceeded }: ResolvePayload) {
    const { transfer } = await lockReviewed(trx, transfer_id)
    const lines = [
      { label: 'Clave de rastreo', value: transfer.tracking_key },
      { label: 'Qué pasó', value: outcomeNames[outcome] },
      { label: 'Motivo', value: reason },
      { label: 'Pasa del límite de', value: exceeded },
    ]
    return { title: 'Resolver una orden en revisión', amount, person: transfer.beneficiary_name, lines }
  },
  async isUnchanged(trx, { transfer_id, amount }: ResolvePayload) {
    const { transfer } = await lockTransfer(trx, transfer_id, { with_user: true })
    return isInReview(transfer) && transfer.amount_cents === amount
  },
  async execute(deps, trx, { context, payload: { transfer_id, outcome, reason } }) {
    const locked = await lockReviewed(trx, transfer_id)
    await resolveReviewed(deps, trx, { context, locked, outcome, reason })
    return { transfer_id }
  },
}

/** The commands of payouts that need a second person. */
export const payoutApprovals = [resendAction, resolveAction]
