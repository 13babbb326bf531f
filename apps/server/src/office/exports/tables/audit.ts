import type { AuditRow } from '@quincena/domain/audit/schema'
import { actionName, callerName, subjectName } from '@quincena/domain/audit/words'
import { deviceName } from '@quincena/domain/device'
import type { ExportTable } from '../../../spreadsheets/export/table.ts'

/** Longer JSON is cut at this length, because an Excel cell holds 32,767 characters; the trail keeps all of it. */
const longestCell = 32_000
const jsonOf = (value: unknown) => (value === null ? null : JSON.stringify(value).slice(0, longestCell))

/** Columns of the audit trail's file, with the stored JSON before and after each change. */
export const auditTable: ExportTable<AuditRow> = {
  name: 'Auditoria',
  columns: [
    { header: 'Número', kind: 'count', of: ({ id }) => id, width: 10 },
    { header: 'Fecha', kind: 'instant', of: ({ created_at }) => created_at, width: 19 },
    { header: 'Quién', kind: 'text', of: callerName, width: 28 },
    { header: 'Acción', kind: 'text', of: ({ action }) => actionName(action), width: 34 },
    { header: 'Sobre', kind: 'text', of: ({ subject }) => subjectName(subject), width: 16 },
    { header: 'Cuál', kind: 'text', of: (row) => row.subject_name ?? row.subject_id, width: 26 },
    { header: 'Antes', kind: 'text', of: ({ before }) => jsonOf(before), width: 40 },
    { header: 'Después', kind: 'text', of: ({ after }) => jsonOf(after), width: 40 },
    { header: 'IP', kind: 'text', of: ({ ip }) => ip, width: 16 },
    { header: 'Dispositivo', kind: 'text', of: ({ device }) => deviceName(device), width: 22 },
    { header: 'Huella', kind: 'text', of: ({ hash }) => hash, width: 66 },
  ],
}
