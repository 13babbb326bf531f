import type { LoanListItem } from '@quincena/domain/loans/schema'
import { situationNames, situationOf } from '@quincena/domain/loans/situations'
import type { ExportedLoan } from '../../../lending/loans/queries/loans.ts'
import type { ExportTable } from '../../../spreadsheets/export/table.ts'

const typeNames = { credit: 'Crédito', advance: 'Anticipo' } satisfies Record<LoanListItem['type'], string>

const statusNames = {
  INA: 'En análisis',
  APP: 'Aprobado',
  REJ: 'Rechazado',
} satisfies Record<LoanListItem['status'], string>

/** Columns of the loans' file: those of the lists, and by what an employer's payroll knows the worker. */
export const loanTable: ExportTable<ExportedLoan> = {
  name: 'Solicitudes',
  columns: [
    { header: 'Folio', kind: 'text', of: ({ folio }) => folio, width: 12 },
    { header: 'Tipo', kind: 'text', of: ({ type }) => typeNames[type], width: 10 },
    { header: 'Usuario', kind: 'text', of: ({ user }) => `${user.first_name} ${user.last_name}`, width: 30 },
    { header: 'Clave', kind: 'text', of: ({ key }) => key, width: 10 },
    { header: 'RFC', kind: 'text', of: ({ rfc }) => rfc, width: 16 },
    { header: 'CURP', kind: 'text', of: ({ curp }) => curp, width: 21 },
    { header: 'Empresa', kind: 'text', of: ({ user }) => user.company_name ?? 'Sin empresa', width: 26 },
    { header: 'Estatus', kind: 'text', of: ({ status }) => statusNames[status], width: 13 },
    { header: 'Situación', kind: 'text', of: (loan) => situationNames[situationOf(loan)], width: 13 },
    { header: 'Monto', kind: 'money', of: ({ amount }) => amount, width: 15 },
    { header: 'Deuda total', kind: 'money', of: ({ total_debt }) => total_debt, width: 15 },
    { header: 'Deuda actual', kind: 'money', of: ({ amount_due }) => amount_due, width: 15 },
    { header: 'Tasa de interés', kind: 'rate', of: ({ interest_rate }) => interest_rate, width: 15 },
    { header: 'Comisión', kind: 'money', of: ({ commission }) => commission, width: 13 },
    { header: 'Periodo', kind: 'text', of: ({ period }) => period, width: 11 },
    { header: 'Pagos', kind: 'count', of: ({ payments_count }) => payments_count, width: 8 },
    { header: 'Vencido', kind: 'money', of: ({ overdue }) => overdue, width: 13 },
    { header: 'Días de atraso', kind: 'count', of: ({ days_late }) => days_late, width: 14 },
    { header: 'Por pagar', kind: 'money', of: ({ to_pay }) => to_pay?.amount ?? 0, width: 13 },
    { header: 'Pagar antes de', kind: 'day', of: ({ to_pay }) => to_pay?.by ?? null, width: 14 },
    { header: 'Próximo pago', kind: 'day', of: ({ next_payment_date }) => next_payment_date, width: 14 },
    { header: 'Fecha límite', kind: 'day', of: ({ payment_deadline }) => payment_deadline, width: 14 },
    { header: 'Fecha de solicitud', kind: 'instant', of: ({ created_at }) => created_at, width: 19 },
  ],
}
