import { formatDateTime, formatMoney } from '@quincena/domain/format'

interface LastingDifference {
  id: number
  difference_cents: number
  since: string
}

/** The text of a difference in centavos: which side has more. */
function differenceText(difference_cents: number): string {
  const amount = formatMoney(Math.abs(difference_cents))
  return difference_cents > 0
    ? `STP tiene ${amount} más que nuestros libros`
    : `STP tiene ${amount} menos que nuestros libros`
}

/** To admins: two checks found the same difference. */
export function balanceCaseNotice({ id, difference_cents, since }: LastingDifference) {
  return {
    title: 'El saldo en STP no cuadra',
    message: `${differenceText(difference_cents)} desde el ${formatDateTime(since)}. Revisa los movimientos que podrían explicarlo.`,
    reason_key: `balance-case:${id}` as const,
  }
}
