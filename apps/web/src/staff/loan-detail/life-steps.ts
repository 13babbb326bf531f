import { businessDay, type Instant } from '@quincena/domain/dates'
import { formatDate } from '@quincena/domain/format'
import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import type { Step } from '../../components/step-line.tsx'
import { coveredInstallments } from '../loan/due-words.ts'

const dayOf = (instant: Instant | null) => (instant === null ? undefined : formatDate(businessDay(instant)))

const endings: Partial<Record<LoanDetail['state'], string>> = {
  rejected: 'Rechazado',
  declined: 'Declinado por el trabajador',
  expired: 'La oferta venció',
  cancelled: 'Cancelado',
}

function step(label: string, state: Step['state'], detail?: string): Step {
  return detail === undefined ? { label, state } : { label, state, detail }
}

function decisionStep(loan: LoanDetail): Step {
  return loan.approved_at === null
    ? step('Aprobado', 'current', 'Por decidir')
    : step('Aprobado', 'done', dayOf(loan.approved_at))
}

function signatureStep(loan: LoanDetail): Step {
  if (loan.accepted_at !== null) return step('Firmado', 'done', dayOf(loan.accepted_at))
  if (loan.state !== 'approved') return step('Firmado', 'next')
  const until = loan.offer_expires_on
  return step('Firmado', 'current', until === null ? 'Por firmar' : `Vence el ${formatDate(until)}`)
}

function payoutStep({ state, sent_at, settled_at, in_clarification }: LoanDetail): Step {
  const label = 'Dinero enviado'
  if (state === 'payout_returned') return step(label, 'failed', 'Devuelto por el banco')
  if (in_clarification) return step(label, 'current', 'En revisión')
  if (state === 'disbursing') return step(label, 'current', 'Enviando')
  if (sent_at === null) return step(label, 'next')
  return step(label, 'done', settled_at === null ? `${dayOf(sent_at)}, en camino` : dayOf(settled_at))
}

function paymentsStep(loan: LoanDetail): Step {
  const { state, completed } = loan
  const { paid, all } = coveredInstallments(loan)
  const label = all === 1 ? 'Pago' : 'Pagos'
  const count = `${paid} de ${all}`
  if (completed) return step(label, 'done', count)
  if (loan.in_clarification) return step(label, 'next', count)
  if (state === 'overdue') return step(label, 'failed', `${count}, retrasado`)
  if (state === 'active') return step(label, 'current', count)
  return step(label, 'next', count)
}

const lastStep = ({ completed, completed_at }: LoanDetail) =>
  completed ? step('Liquidado', 'done', dayOf(completed_at)) : step('Liquidado', 'next')

/** Steps of a loan of a former system: it was paid out there, and imported later. */
const importedSteps = (loan: LoanDetail): Step[] => [
  step('Dinero entregado', 'done', dayOf(loan.sent_at)),
  step('Importado', 'done', dayOf(loan.created_at)),
  paymentsStep(loan),
  lastStep(loan),
]

/**
 * Steps of a loan: requested, approved, signed, paid out, payments, completed. A loan that ended early stops at its
 * end.
 */
export function lifeSteps(loan: LoanDetail): Step[] {
  if (loan.former_id !== undefined) return importedSteps(loan)
  const requested = step('Solicitado', 'done', dayOf(loan.created_at))
  const ending = endings[loan.state]
  if (ending !== undefined) {
    const approval = loan.approved_at === null ? [] : [step('Aprobado', 'done', dayOf(loan.approved_at))]
    return [requested, ...approval, step(ending, 'failed', dayOf(loan.rejected_at))]
  }
  const done = lastStep(loan)
  return [requested, decisionStep(loan), signatureStep(loan), payoutStep(loan), paymentsStep(loan), done]
}

const reasonText = ({ rejection_reason }: LoanDetail) =>
  rejection_reason === null ? undefined : `Motivo: ${rejection_reason}`

/** Describes in one sentence what happens next. */
export function nextStepText(loan: LoanDetail): string {
  if (loan.in_clarification && loan.state !== 'payout_returned')
    return 'Una orden necesita revisión: un administrador dice qué pasó con el dinero. Mientras tanto nada vence.'
  const due = loan.next_payment_date === null ? '' : formatDate(loan.next_payment_date)
  const texts: Record<LoanDetail['state'], string> = {
    requested: 'Revisa al solicitante y sus documentos, y decide.',
    approved: 'Espera la firma del trabajador.',
    rejected: reasonText(loan) ?? 'La solicitud fue rechazada.',
    declined: 'El trabajador no quiso continuar.',
    expired: 'La oferta venció sin firma.',
    cancelled: reasonText(loan) ?? 'El envío se canceló.',
    disbursing: 'El contrato está firmado; STP recibe la orden de pago.',
    active:
      loan.overdue > 0
        ? `El pago del ${due} venció y está en sus días de gracia.`
        : `El siguiente pago vence el ${due}.`,
    overdue: `Hay un pago vencido desde el ${due}.`,
    completed: 'La deuda ha sido saldada.',
    payout_returned:
      'El banco devolvió el depósito: hay que corregir la cuenta y enviarlo de nuevo, o cancelarlo.',
  }
  return texts[loan.state]
}
