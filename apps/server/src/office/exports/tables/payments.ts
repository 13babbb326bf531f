import { CHANNEL_NAMES } from '@quincena/domain/payments/channels'
import { receiptFolio } from '@quincena/domain/payments/rules'
import type { ExportedPayment } from '../../../lending/payments/queries/payments.ts'
import type { ExportTable } from '../../../spreadsheets/export/table.ts'

/**
 * Columns of the payments' file: where each payment went, with the figures of its receipt. A payment that settles its
 * loan has no parts: the cells of due, on account and prepaid are empty.
 */
export const paymentTable: ExportTable<ExportedPayment> = {
  name: 'Pagos',
  columns: [
    { header: 'Comprobante', kind: 'text', of: ({ id }) => receiptFolio(id), width: 14 },
    { header: 'Folio', kind: 'text', of: ({ folio }) => folio, width: 12 },
    { header: 'Usuario', kind: 'text', of: ({ borrower }) => borrower, width: 30 },
    { header: 'Fecha valor', kind: 'day', of: ({ value_date }) => value_date, width: 14 },
    { header: 'Medio', kind: 'text', of: ({ channel }) => CHANNEL_NAMES[channel], width: 20 },
    { header: 'Referencia', kind: 'text', of: ({ reference }) => reference ?? '', width: 20 },
    { header: 'Monto', kind: 'money', of: ({ amount_paid }) => amount_paid, width: 15 },
    { header: 'Vencido', kind: 'money', of: ({ applied }) => applied.due, width: 13 },
    { header: 'A cuenta', kind: 'money', of: ({ applied }) => applied.on_account, width: 13 },
    { header: 'Anticipado', kind: 'money', of: ({ applied }) => applied.prepaid, width: 13 },
    { header: 'Capital', kind: 'money', of: ({ applied }) => applied.principal, width: 13 },
    { header: 'Intereses', kind: 'money', of: ({ applied }) => applied.interest, width: 13 },
    { header: 'IVA', kind: 'money', of: ({ applied }) => applied.tax, width: 13 },
    { header: 'Ahorro', kind: 'money', of: ({ discount }) => discount, width: 13 },
    { header: 'A favor', kind: 'money', of: ({ remainder }) => remainder, width: 13 },
    { header: 'Deuda anterior', kind: 'money', of: (row) => row.previous_amount_due, width: 15 },
    { header: 'Deuda actual', kind: 'money', of: ({ new_amount_due }) => new_amount_due, width: 15 },
    { header: 'Registrado', kind: 'instant', of: ({ created_at }) => created_at, width: 19 },
    { header: 'Anulado', kind: 'instant', of: ({ reversed_at }) => reversed_at, width: 19 },
  ],
}
