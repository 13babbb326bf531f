import type { Day } from '../dates.ts'
import type { ExportFormat } from './schema.ts'

interface ExportedFile {
  /** What the file lists: `Creditos`. */
  list: string
  /** Name of the company whose rows it has; null for all companies. */
  company: string | null
  from?: Day | undefined
  to?: Day | undefined
  today: Day
  format: ExportFormat
}

/** ASCII letters and digits of a text, its words joined by hyphens. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

function daysOf({ from, to, today }: ExportedFile): string {
  if (from === undefined && to === undefined) return today
  if (to === undefined) return `desde_${from}`
  return from === undefined ? `hasta_${to}` : `${from}_${to}`
}

/** Name of an exported file: list, company, and its days, or the day of the export: `Creditos_Norte_2026-11-01_2026-11-30.xlsx`. */
export function exportFileName(file: ExportedFile): string {
  const parts = [file.list, plain(file.company ?? ''), daysOf(file)].filter((part) => part !== '')
  return `${parts.join('_')}.${file.format}`
}
