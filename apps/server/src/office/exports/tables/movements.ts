import type { CashMovement } from '@quincena/domain/treasury/schema'
import { kindName } from '@quincena/domain/treasury/words'
import type { ExportTable } from '../../../spreadsheets/export/table.ts'

/** Columns of the file of the movements at STP. */
export const movementTable: ExportTable<CashMovement> = {
  name: 'Movimientos_STP',
  columns: [
    { header: 'Número', kind: 'count', of: ({ id }) => id, width: 12 },
    { header: 'Fecha', kind: 'instant', of: ({ created_at }) => created_at, width: 19 },
    { header: 'Movimiento', kind: 'text', of: ({ kind }) => kindName(kind), width: 34 },
    {
      header: 'Entrada',
      kind: 'money',
      of: ({ amount }) => (amount > 0 ? amount : null),
      width: 16,
    },
    {
      header: 'Salida',
      kind: 'money',
      of: ({ amount }) => (amount < 0 ? -amount : null),
      width: 16,
    },
    { header: 'De quién', kind: 'text', of: ({ person }) => person, width: 32 },
    { header: 'Clave de rastreo', kind: 'text', of: ({ tracking_key }) => tracking_key, width: 28 },
    { header: 'Préstamo', kind: 'text', of: ({ loan }) => loan?.folio ?? null, width: 12 },
    { header: 'Nota', kind: 'text', of: ({ note }) => note, width: 40 },
  ],
}
