import { formatMoney } from '@quincena/domain/format'
import type { ReconciliationDay } from '@quincena/domain/reconciliation/schema'
import type { Tone } from '../../components/status-badge.tsx'

/** Counts differences in Spanish: `1 diferencia`, `12 diferencias`. */
function differencesText(count: number): string {
  return count === 1 ? '1 diferencia' : `${count.toLocaleString('es-MX')} diferencias`
}

/** Counts and adds up the orders in doubt: `4 · $106,500.00`. */
export function doubtText({ count, amount }: ReconciliationDay['in_doubt']): string {
  return `${count.toLocaleString('es-MX')} · ${formatMoney(amount)}`
}

/** Label and tone of a day's status. */
export function dayWords({ status, open_differences, in_doubt }: ReconciliationDay): {
  label: string
  tone: Tone
} {
  if (status === 'running') return { label: 'En curso', tone: 'active' }
  if (status === 'failed') return { label: 'Falló', tone: 'pending' }
  if (status === 'balance') return { label: 'El saldo no cuadra', tone: 'rejected' }
  if (status === 'balanced') return { label: 'Cuadra', tone: 'accepted' }
  if (status === 'doubts')
    return { label: `${in_doubt.count.toLocaleString('es-MX')} en duda`, tone: 'pending' }
  return { label: differencesText(open_differences), tone: 'rejected' }
}
