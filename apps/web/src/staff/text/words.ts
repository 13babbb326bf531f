import { formatDateTime, formatLongDate } from '@quincena/domain/format'
import type { TextVersion } from '@quincena/domain/texts/schema'
import type { Tone } from '../../components/status-badge.tsx'

const states: Record<TextVersion['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Espera su fecha', tone: 'pending' },
  in_force: { label: 'En vigor', tone: 'accepted' },
  replaced: { label: 'Anterior', tone: 'neutral' },
}

/** Label and tone of the state of a version. */
export const versionBadge = ({ state }: Pick<TextVersion, 'state'>) => states[state]

/** `desde el 15 de diciembre de 2026` */
export const sinceText = (day: string) => `desde el ${formatLongDate(day, { withYear: true })}`

/** Of the versions of a document, newest first: the one in force on a day, which a new one of that day replaces. */
export const versionOn = (versions: readonly TextVersion[], day: string) =>
  versions.find(({ effective_date }) => effective_date <= day)

/** Who is responsible for a version: its author, and who approved it. */
export function authorsOf({ created, approved, is_alone, is_shipped }: TextVersion) {
  if (is_shipped) return { by: 'Vino con el programa', detail: null }
  const name = created.name ?? 'Alguien que ya no está'
  if (is_alone) return { by: name, detail: 'La publicó una sola persona' }
  return { by: name, detail: `Autorizó: ${approved.name ?? '—'}, ${formatDateTime(approved.at)}` }
}
