import { ageNames, ageOf } from '@quincena/domain/collections/ageing'
import type { CollectionItem } from '@quincena/domain/collections/schema'
import type { Day } from '@quincena/domain/dates'
import { contactMeansNames } from '@quincena/domain/notes/schema'
import type { ExportTable } from '../../../spreadsheets/export/table.ts'

function ageName({ state, next_payment_date }: CollectionItem, today: Day): string {
  const age = next_payment_date === null ? undefined : ageOf({ state, next_payment_date }, today)
  return age === undefined ? '' : ageNames[age]
}

/** Columns of the file of due and late loans: those of the list. */
export const collectionTable = (today: Day): ExportTable<CollectionItem> => ({
  name: 'Cobranza',
  columns: [
    { header: 'Folio', kind: 'text', of: ({ folio }) => folio, width: 12 },
    { header: 'Usuario', kind: 'text', of: ({ user }) => `${user.first_name} ${user.last_name}`, width: 30 },
    { header: 'Empresa', kind: 'text', of: ({ user }) => user.company_name ?? 'Sin empresa', width: 26 },
    { header: 'Antigüedad', kind: 'text', of: (loan) => ageName(loan, today), width: 18 },
    { header: 'Vence', kind: 'day', of: ({ next_payment_date }) => next_payment_date, width: 12 },
    { header: 'Días de atraso', kind: 'count', of: ({ days_late }) => days_late, width: 14 },
    { header: 'Vencido', kind: 'money', of: ({ overdue }) => overdue, width: 13 },
    { header: 'Por pagar', kind: 'money', of: ({ to_pay }) => to_pay?.amount ?? 0, width: 13 },
    { header: 'Pagar antes de', kind: 'day', of: ({ to_pay }) => to_pay?.by ?? null, width: 14 },
    { header: 'Deuda actual', kind: 'money', of: ({ amount_due }) => amount_due, width: 15 },
    { header: 'Último contacto', kind: 'instant', of: ({ last_contact: c }) => c?.at ?? null, width: 19 },
    { header: 'Cómo', kind: 'text', of: ({ last_contact: c }) => c && contactMeansNames[c.means], width: 12 },
    { header: 'Qué pasó', kind: 'text', of: ({ last_contact: c }) => c?.text ?? null, width: 50 },
    { header: 'Qué sigue', kind: 'text', of: ({ last_contact: c }) => c?.next_step ?? null, width: 30 },
    { header: 'Cuándo', kind: 'day', of: ({ last_contact: c }) => c?.next_step_on ?? null, width: 12 },
  ],
})
