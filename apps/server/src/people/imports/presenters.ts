import type { Readable } from 'node:stream'
import { columnsOf } from '@quincena/domain/imports/rows'
import type { ImportJob, RowProblem } from '@quincena/domain/imports/schema'
import type { Trx } from '../../db/types.ts'
import { fetchRows } from '../../spreadsheets/export/batches.ts'
import type { ExportColumn } from '../../spreadsheets/export/table.ts'
import { sheetOf, writeBook } from '../../spreadsheets/export/xlsx.ts'

interface RejectedRow {
  cells: (string | null)[] | null
  problems: RowProblem[] | null
}

/** The reasons of a rejected row, each after its column's name. */
function reasonsOf(kind: ImportJob['kind'], problems: RejectedRow['problems']): string {
  const names = new Map(columnsOf[kind].map(({ field, header }) => [field, header]))
  const reasons = (problems ?? []).map(({ field, message }) =>
    names.has(field) ? `${names.get(field)}: ${message}` : message,
  )
  return reasons.join('; ')
}

/**
 * Writes the rejected rows as they came, with the reason in a last column, so that they can be corrected and sent
 * again.
 */
export function writeRejected(
  snapshot: Trx,
  { id, kind, headers }: Pick<ImportJob, 'id' | 'kind'> & { headers: readonly string[] },
): Readable {
  const columns = headers.map(
    (header, index): ExportColumn<RejectedRow> => ({
      header,
      kind: 'text',
      of: ({ cells }) => cells?.[index] ?? null,
    }),
  )
  const motive: ExportColumn<RejectedRow> = {
    header: 'Motivo',
    kind: 'text',
    of: ({ problems }) => reasonsOf(kind, problems),
    width: 80,
  }
  const rows = snapshot
    .selectFrom('import_row')
    .select(['cells', 'problems'])
    .where('job_id', '=', id)
    .where('outcome', '=', 'rejected')
    .orderBy('number')
  const table = { name: 'Filas rechazadas', columns: [...columns, motive] }
  return writeBook([sheetOf(table, fetchRows(snapshot, rows))])
}
