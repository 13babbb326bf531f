import { formatMoney } from '@quincena/domain/format'
import type { Cents } from '@quincena/domain/money'

/** For the worker: they owe what they used of money that went back to its sender; amount in centavos. */
export function chargedNotice({ charge_id, amount }: { charge_id: number; amount: Cents }) {
  return {
    title: 'Tienes un monto por pagar aparte',
    message: `Un depósito que se usó a tu nombre regresó a quien lo envió. Debes ${formatMoney(amount)} aparte de tus préstamos.`,
    reason_key: `balance:${charge_id}:charged` as const,
  }
}
