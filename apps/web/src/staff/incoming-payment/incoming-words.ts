import type { MatchRule } from '@quincena/domain/incoming-payments/rules'
import type { IncomingPayment } from '@quincena/domain/incoming-payments/schema'
import type { IncomingPaymentStatus } from '@quincena/domain/incoming-payments/status'
import { bankName } from '@quincena/domain/mexico/banks'
import type { Tone } from '../../components/status-badge.tsx'

/** Label and tone of each status. */
const statusWords: Record<IncomingPaymentStatus, { label: string; tone: Tone }> = {
  open: { label: 'Por registrar', tone: 'pending' },
  confirmed: { label: 'Registrado', tone: 'accepted' },
  dismissed: { label: 'Descartado', tone: 'neutral' },
}

type Check = Pick<IncomingPayment, 'stp_check' | 'stp_confirmed_at'>

/** Label, tone and explanation for an open incoming payment that STP has not confirmed; it cannot be registered. */
const stpDoubts: Partial<Record<IncomingPayment['stp_check'], { label: string; tone: Tone; why: string }>> = {
  pending: {
    label: 'Sin confirmar con STP',
    tone: 'neutral',
    why: 'STP aún no confirma que este dinero llegó. Lo consultamos por ti: podrás registrarlo cuando responda.',
  },
  not_found: {
    label: 'STP no lo reconoce',
    tone: 'rejected',
    why: 'STP no tiene este abono: el aviso puede ser falso. No se puede registrar. Lo volveremos a consultar durante una semana.',
  },
  mismatch: {
    label: 'STP reporta otros datos',
    tone: 'rejected',
    why: 'STP tiene este abono con otro monto, otra cuenta o lo devolvió. No se puede registrar. Compruébalo en tu cuenta de STP.',
  },
}

/** Returns why STP's answer prevents registration; null when STP confirmed the incoming payment. */
export function stpDoubt({ stp_check, stp_confirmed_at }: Check) {
  return stp_confirmed_at === null ? (stpDoubts[stp_check] ?? null) : null
}

type Returned = Pick<IncomingPayment, 'return' | 'stp_returned_at'>

const returnWords: Record<NonNullable<IncomingPayment['return']>['state'], { label: string; tone: Tone }> = {
  requested: { label: 'Devolución por autorizar', tone: 'pending' },
  ordered: { label: 'En devolución', tone: 'pending' },
  settled: { label: 'Devuelto', tone: 'done' },
}

/**
 * Returns the badge: its return to the sender, if there is one; for an open incoming payment the STP check, unless STP
 * confirmed it; otherwise the status.
 */
export function badgeOf(incoming: Check & Returned & { status: IncomingPaymentStatus }): {
  label: string
  tone: Tone
} {
  if (incoming.stp_returned_at !== null) return { label: 'STP lo devolvió', tone: 'rejected' }
  if (incoming.return !== null) return returnWords[incoming.return.state]
  const doubt = incoming.status === 'open' ? stpDoubt(incoming) : null
  const { label, tone } = doubt ?? statusWords[incoming.status]
  return { label, tone }
}

/** Explains by which rule the incoming payment was matched with a loan. */
export const ruleWords: Record<MatchRule, string> = {
  reference: 'Coincide por la referencia numérica',
  folio: 'Coincide por el folio en el concepto',
  account: 'Coincide por la cuenta que envió el dinero',
}

/** Name of the sender, or a text when STP reported none. */
export function payerName({ payer_name }: { payer_name: string | null }): string {
  return payer_name ?? 'Sin nombre del ordenante'
}

/** Name of the sender's bank; a dash when STP reported none. */
export function payingBank({ paying_institution }: { paying_institution: number | null }): string {
  return paying_institution === null ? '—' : bankName(String(paying_institution))
}
