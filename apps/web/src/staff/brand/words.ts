import type { BrandVersion } from '@quincena/domain/brand/schema'
import { formatDateTime, formatLongDate } from '@quincena/domain/format'
import type { Tone } from '../../components/status-badge.tsx'

const states: Record<BrandVersion['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Espera su fecha', tone: 'pending' },
  in_force: { label: 'En vigor', tone: 'accepted' },
  replaced: { label: 'Anterior', tone: 'neutral' },
}

/** Label and tone of the state of a version. */
export const brandBadge = ({ state }: Pick<BrandVersion, 'state'>) => states[state]

/** `desde el 15 de diciembre de 2026`, or for the data of the settings `desde la instalación`. */
export const sinceWhen = ({
  effective_date,
  is_shipped,
}: Pick<BrandVersion, 'effective_date' | 'is_shipped'>) =>
  is_shipped ? 'desde la instalación' : `desde el ${formatLongDate(effective_date, { withYear: true })}`

/** Of the versions, newest first: the one in force on a day, which a new one of that day replaces. */
export const brandOn = (versions: readonly BrandVersion[], day: string) =>
  versions.find(({ effective_date }) => effective_date <= day)

/** Who is responsible for a version: its author, and who approved it. */
export function brandAuthors({ created, approved, is_alone, is_shipped }: BrandVersion) {
  if (is_shipped) return { by: 'Ajustes del servidor', detail: null }
  const name = created.name ?? 'Línea de comandos'
  if (is_alone) return { by: name, detail: 'La publicó una sola persona' }
  return { by: name, detail: `Autorizó: ${approved.name ?? '—'}, ${formatDateTime(approved.at)}` }
}
