import { ageNames } from '@quincena/domain/collections/ageing'
import { OWED_AGES, type OwedAge } from '@quincena/domain/dashboard/charts'

/** Each age with its name and colour: what is not late in jade, what is late from pale to full red. */
export const owedSeries: readonly { age: OwedAge; label: string; color: string }[] = OWED_AGES.map((age) => {
  if (age === 'current') return { age, label: 'Sin atraso', color: 'var(--q-jade)' }
  const share = { late_1: 25, late_8: 45, late_31: 65, late_61: 82, late_91: 100 }[age]
  const color = `color-mix(in srgb, var(--q-rejected) ${share}%, var(--q-card))`
  return { age, label: ageNames[age], color }
})

/** The two figures of a week's approvals. */
export const approvalSeries = [
  { name: 'median', label: 'La mitad, en menos de', color: 'var(--q-jade)' },
  {
    ...{ name: 'p90', label: '9 de cada 10, en menos de' },
    color: 'color-mix(in srgb, var(--q-jade) 45%, var(--q-card))',
  },
] as const

const oneDecimal = new Intl.NumberFormat('es-MX', { maximumFractionDigits: 1 })

/** Hours in words: minutes below one hour, days above two. */
export function durationText(hours: number | null): string {
  if (hours === null) return '—'
  if (hours < 1) return `${Math.round(hours * 60)} min`
  return hours > 48 ? `${oneDecimal.format(hours / 24)} días` : `${oneDecimal.format(hours)} h`
}
