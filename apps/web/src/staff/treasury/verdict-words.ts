import { formatMoney } from '@quincena/domain/format'
import type { Cents } from '@quincena/domain/money'
import type { BalanceVerdict } from '@quincena/domain/treasury/balance-check'
import type { Tone } from '../../components/status-badge.tsx'

/** Label and tone of a check of STP's balance. */
export const verdictBadges: Readonly<Record<BalanceVerdict, { label: string; tone: Tone }>> = {
  verified: { label: 'Cuadra al centavo', tone: 'accepted' },
  moving: { label: 'En movimiento', tone: 'pending' },
  difference: { label: 'No cuadra', tone: 'rejected' },
  unopened: { label: 'Falta el saldo inicial', tone: 'pending' },
}

/** Says which side has more, for a difference in centavos that is not 0. */
export function differenceText(difference: Cents): string {
  const side = difference > 0 ? 'más' : 'menos'
  return `STP tiene ${formatMoney(Math.abs(difference))} ${side} que nuestros libros`
}
