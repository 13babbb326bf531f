import type { ReconciliationDay } from '@quincena/domain/reconciliation/schema'
import type { Tone } from '../../components/status-badge.tsx'

/** Counts differences in Spanish: `1 diferencia`, `12 diferencias`. */
function differencesText(count: number): string {
  return count === 1 ? '1 diferencia' : `${count.toLocaleString('es-MX')} diferencias`
}

/** Label and tone of a day's status. */
export function dayWords({ status, open_differences }: ReconciliationDay): { label: string; tone: Tone } {
  if (status === 'running') return { label: 'En curso', tone: 'active' }
  if (status === 'failed') return { label: 'Falló', tone: 'pending' }
  if (status === 'balanced') return { label: 'Cuadra', tone: 'accepted' }
  return { label: differencesText(open_differences), tone: 'rejected' }
}
