import type { LoanType } from '@quincena/domain/loans/rules'
import { cepUrl } from '../integrations/stp/simulator/order.ts'
import { acceptLoan } from '../lending/acceptances/commands.ts'
import { cancelLoan } from '../lending/loans/commands/cancel-loan.ts'
import { patchLoan } from '../lending/loans/commands/patch-loan.ts'
import { requestLoan } from '../lending/loans/commands/request-loan.ts'
import { getLoan } from '../lending/loans/queries/loan-detail.ts'
import { recordPayment } from '../lending/payments/commands/record-payment.ts'
import { bookReport, type Locked, lockTransfer } from '../treasury/transfers/commands/book-transfer.ts'
import { sendTransfer } from '../treasury/transfers/commands/send-transfer.ts'
import type { DemoRun, DemoUser } from './demo-run.ts'
import { showDraft } from './draft.ts'
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

export async function approve({ run, manager }: LoanUsers, loan_id: number) {
  await patchLoan(run.deps, manager.context(), { loan_id, patch: { status: 'APP' } })
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

/** Records the payment that the screen suggests; returns the remaining amount due in centavos. */
export async function pay({ run, manager }: LoanUsers, loan_id: number): Promise<number> {
  const { deps } = run
  const { amount_due: previous_amount_due, suggested_payment: amount_paid } = await getLoan(
    deps.db,
    { user: manager.context().user, now: deps.clock(), hours: deps.stp.hours },
    loan_id,
  )
  await recordPayment(deps, manager.context(), {
    ...{ loan_request: loan_id, amount_paid, previous_amount_due, channel: 'deduction' },
  })
  return previous_amount_due - amount_paid
}
