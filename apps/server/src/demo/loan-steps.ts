import { businessDay } from '@quincena/domain/dates'
import { formatMoney } from '@quincena/domain/format'
import type { ExcessChoice } from '@quincena/domain/loans/excess'
import type { LoanType } from '@quincena/domain/loans/rules'
import { isoOf } from '../command/clock.ts'
import type { Deps } from '../deps.ts'
import { cepUrl } from '../integrations/stp/simulator/order.ts'
import { acceptLoan } from '../lending/acceptances/commands.ts'
import { cancelLoan } from '../lending/loans/commands/cancel-loan.ts'
import { patchLoan } from '../lending/loans/commands/patch-loan.ts'
import { requestLoan } from '../lending/loans/commands/request-loan.ts'
import { getLoan } from '../lending/loans/queries/loan-detail.ts'
import { planLoan } from '../lending/loans/queries/terms.ts'
import { recordPayment } from '../lending/payments/commands/record-payment.ts'
import { reversePayment } from '../lending/payments/commands/reverse-payment.ts'
import { getPayment } from '../lending/payments/queries/payments.ts'
import { storeVoucher } from '../lending/vouchers/commands/store-voucher.ts'
import { approveRequest } from '../platform/approvals/commands/decide-approval.ts'
import { bookReport, type Locked, lockTransfer } from '../treasury/transfers/commands/book-transfer.ts'
import { sendTransfer } from '../treasury/transfers/commands/send-transfer.ts'
import type { DemoRun, DemoUser } from './demo-run.ts'
import { showDraft } from './draft.ts'
import { samplePdf } from './sample-pdf.ts'
import { drawSignature } from './signature.ts'

/** The users of one loan; every step runs the real command. */
export interface LoanUsers {
  run: DemoRun
  worker: DemoUser
  manager: DemoUser
  admin: DemoUser
}

export interface LoanRequest {
  type: LoanType
  amount: number
  months: 3 | 6 | 9 | 12
}

export async function apply({ run, worker }: LoanUsers, request: LoanRequest): Promise<number> {
  const { type, amount, months } = request
  const body = type === 'credit' ? { type, amount, period: months } : { type, amount }
  const { loan_id } = await requestLoan(run.deps, worker.context(), body)
  return loan_id
}

/** The manager approves; above a limit the admin does too. */
export async function approve({ run, manager, admin }: LoanUsers, loan_id: number) {
  const patch = { status: 'APP' } as const
  const { approval_id } = await patchLoan(run.deps, manager.context(), { loan_id, patch })
  if (approval_id !== undefined) await approveRequest(run.deps, admin.context(), approval_id)
}

export async function reject(
  { run, manager }: LoanUsers,
  { loan_id, reason }: { loan_id: number; reason: string },
) {
  await patchLoan(run.deps, manager.context(), { loan_id, patch: { status: 'REJ', reason } })
}

/** The worker declines an offer or withdraws a request. */
export async function decline({ run, worker }: LoanUsers, loan_id: number) {
  await patchLoan(run.deps, worker.context(), { loan_id, patch: { status: 'REJ' } })
}

export async function cancel({ run, admin }: LoanUsers, loan_id: number) {
  const reason = 'Nos pediste no enviar el dinero a otra cuenta. No debes nada.'
  await cancelLoan(run.deps, admin.context(), { loan_id, reason })
}

/** Shows the contract, signs it and sends the order; returns the transfer's id. */
export async function sign({ run, worker }: LoanUsers, loan_id: number): Promise<number> {
  const { deps, random } = run
  const contract_sha256 = await showDraft(deps, worker.context(), loan_id)
  const place = {
    latitude: 25.6866 + random.between(-90, 90) / 1000,
    longitude: -100.3161 + random.between(-90, 90) / 1000,
  }
  const body = {
    ...place,
    accuracy: random.between(6, 40),
    signature: drawSignature(random),
    contract_sha256,
  }
  const { transfer_id } = await acceptLoan(deps, worker.context(), { loan_id, ...body })
  await sendTransfer(deps, transfer_id)
  return transfer_id
}

/** The CEP URL that STP's simulator gives for a settled order. */
function cepOf({ transfer }: Locked): string {
  const { tracking_key, counterpart_institution, beneficiary_account, amount_cents } = transfer
  return cepUrl({
    fechaOperacion: Number(transfer.operation_date.replaceAll('-', '')),
    cuerpo: {
      claveRastreo: tracking_key,
      institucionContraparte: counterpart_institution,
      cuentaBeneficiario: beneficiary_account,
      monto: String(amount_cents / 100),
    },
  })
}

/** Books STP's report about an order: settled (LQ) or returned (D). */
export async function report({ run }: LoanUsers, report: { transfer_id: number; stp_state: 'LQ' | 'D' }) {
  const { deps } = run
  const cause = report.stp_state === 'D' ? 'Cuenta inexistente' : null
  const ts_liquidation = deps.clock().toString({ fractionalSecondDigits: 3 })
  await deps.db.transaction().execute(async (trx) => {
    const locked = await lockTransfer(trx, report.transfer_id)
    const stpReport = {
      state: report.stp_state,
      stp_state: report.stp_state,
      stp_id: locked.transfer.stp_id,
      return_cause: cause,
      ts_liquidation,
      url_cep: report.stp_state === 'LQ' ? cepOf(locked) : null,
    }
    await bookReport(deps, trx, { ...locked, report: stpReport })
  })
}

/** How a payment of the demo differs from the one that the screen suggests. */
export interface PaymentWish {
  /** Centavos beyond what falls due next, and what they do. */
  beyond?: number
  excess?: ExcessChoice
  /** An admin registers the payment with a value date this many days ago. */
  days_back?: number
}

/** Records the payment that the screen suggests; returns the remaining amount due in centavos, and the payment. */
export async function pay({ run, manager, admin }: LoanUsers, loan_id: number, wish: PaymentWish = {}) {
  const { deps } = run
  const { beyond = 0, excess, days_back } = wish
  const reader = { user: manager.context().user, now: deps.clock(), hours: deps.stp.hours }
  const { amount_due, suggested_payment, payoff } = await getLoan(deps.db, reader, loan_id)
  const late = days_back === undefined ? {} : earlier(deps.clock(), days_back)
  const context = days_back === undefined ? manager.context() : admin.context()
  const amount_paid = Math.min(suggested_payment + beyond, payoff)
  const { payment_id } = await recordPayment(deps, context, {
    ...{ loan_request: loan_id, previous_amount_due: amount_due, channel: 'deduction' },
    ...{ amount_paid, excess, ...late },
  })
  const detail = `Pago ${payment_id} por ${formatMoney(amount_paid)}`
  const bytes = await samplePdf('Comprobante de pago', detail)
  const name = `Comprobante ${payment_id}.pdf`
  const { voucher } = await storeVoucher(deps, context, { name, media_type: 'application/pdf', bytes })
  const proof_by = (days_back === undefined ? admin : manager).context().user.id
  await confirmProof(deps, payment_id, { voucher_id: voucher, proof_by })
  const { new_amount_due } = await getPayment(deps.db, payment_id)
  return { left: new_amount_due, payment_id }
}

/** Payments of the demo's past are proved: another person confirmed their voucher. */
async function confirmProof(
  { db, clock }: Deps,
  payment_id: number,
  decided: { voucher_id: string; proof_by: number },
) {
  const proof = { proof: 'confirmed', proof_at: isoOf(clock()), ...decided } as const
  await db.updateTable('payment').set(proof).where('id', '=', payment_id).execute()
}

function earlier(now: Temporal.Instant, days: number) {
  const value_date = businessDay(now.subtract({ hours: 24 * days }))
  return { value_date, reason: 'La empresa entregó tarde el descuento' }
}

/** An admin reverses a payment that was registered on the wrong loan. */
export async function reverse({ run, admin }: LoanUsers, payment_id: number) {
  await reversePayment(run.deps, admin.context(), {
    payment_id,
    reason: 'El depósito era de otro trabajador',
  })
}

/**
 * Gives a requested credit installments on each pay date. The lender's payroll calendar is to offer them; the model and
 * every screen are ready for such loans.
 */
export async function makeSemimonthly({ run }: LoanUsers, loan_id: number) {
  const { db, clock } = run.deps
  const loan = await db.selectFrom('loan').selectAll().where('id', '=', loan_id).executeTakeFirstOrThrow()
  const frequency = 'semimonthly' as const
  const { schedule: _, ...plan } = planLoan({ ...loan, frequency }, businessDay(clock()))
  await db
    .updateTable('loan')
    .set({ frequency, ...plan })
    .where('id', '=', loan_id)
    .execute()
}
