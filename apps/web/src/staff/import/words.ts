import { columnsOf } from '@quincena/domain/imports/rows'
import type { ImportKind, ImportListItem, RowOutcome } from '@quincena/domain/imports/schema'
import type { Tone } from '../../components/status-badge.tsx'

/** Formats a count with thousands separators. */
export const number = (count: number) => count.toLocaleString('es-MX')

export const outcomeWords: Record<RowOutcome, { label: string; many: string; tone: Tone }> = {
  created: { label: 'Alta', many: 'Altas', tone: 'accepted' },
  updated: { label: 'Cambio', many: 'Cambios', tone: 'active' },
  unchanged: { label: 'Sin cambios', many: 'Sin cambios', tone: 'neutral' },
  rejected: { label: 'Rechazada', many: 'Rechazadas', tone: 'rejected' },
}

const stateWords: Record<ImportListItem['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'En espera', tone: 'pending' },
  running: { label: 'En curso', tone: 'pending' },
  finished: { label: 'Terminada', tone: 'done' },
}

/** Label and tone of an import's state; a finished import with rejected rows has its own. */
export function jobWords({ state, rejected_count }: Pick<ImportListItem, 'state' | 'rejected_count'>) {
  return state === 'finished' && rejected_count > 0
    ? { label: 'Con filas rechazadas', tone: 'rejected' as const }
    : stateWords[state]
}

const headers: Record<ImportKind, Map<string, string>> = {
  users: new Map(columnsOf.users.map(({ field, header }) => [field, header])),
  companies: new Map(columnsOf.companies.map(({ field, header }) => [field, header])),
}

/** Returns the column header of a field; empty for a field without a column. */
export function headerOf(kind: ImportKind, field: string): string {
  return headers[kind].get(field) ?? ''
}

/** Counts rows in Spanish: «1 fila», «20,000 filas». */
export function rowsText(count: number): string {
  return count === 1 ? '1 fila' : `${number(count)} filas`
}

const units = [
  { bytes: 1024 * 1024, name: 'MB' },
  { bytes: 1024, name: 'KB' },
] as const

/** Formats a file size in bytes, KB or MB. */
export function sizeText(size_bytes: number): string {
  const unit = units.find(({ bytes }) => size_bytes >= bytes)
  if (unit === undefined) return `${size_bytes} bytes`
  return `${(size_bytes / unit.bytes).toLocaleString('es-MX', { maximumFractionDigits: 1 })} ${unit.name}`
}
