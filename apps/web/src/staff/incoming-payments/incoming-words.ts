import type { MatchRule } from '@quincena/domain/incoming-payments/rules'
import type { IncomingPaymentStatus } from '@quincena/domain/incoming-payments/schema'
import { bankName } from '@quincena/domain/mexico/banks'
import type { Tone } from '../../components/status-badge.tsx'

/** Where an incoming payment stands. */
export const statusWords: Record<IncomingPaymentStatus, { label: string; tone: Tone }> = {
  open: { label: 'Por confirmar', tone: 'pending' },
  confirmed: { label: 'Registrado', tone: 'accepted' },
  dismissed: { label: 'Descartado', tone: 'neutral' },
}

/** Why a loan was found for it. */
export const ruleWords: Record<MatchRule, string> = {
  reference: 'Coincide por la referencia numérica',
  folio: 'Coincide por el folio en el concepto',
  account: 'Coincide por la cuenta que envió el dinero',
}

/** Who sent it, as far as STP tells. */
export function payerName({ payer_name }: { payer_name: string | null }): string {
  return payer_name ?? 'Sin nombre del ordenante'
}

/** The bank it came from. */
export function payingBank({ paying_institution }: { paying_institution: number | null }): string {
  return paying_institution === null ? '—' : bankName(String(paying_institution))
}
