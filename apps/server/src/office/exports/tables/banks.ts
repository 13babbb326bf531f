import { EXPLANATION_NAMES, LINE_STATE_NAMES } from '@quincena/domain/bank-statements/rules'
import type { BankLine, BankPayment } from '@quincena/domain/bank-statements/schema'
import { CHANNEL_NAMES } from '@quincena/domain/payments/channels'
import { PROOF_NAMES } from '@quincena/domain/payments/proof'
import type { ExportTable } from '../../../spreadsheets/export/table.ts'

/** Columns of the file of a bank account's lines. */
export const bankLineTable: ExportTable<BankLine> = {
  name: 'Movimientos del banco',
  columns: [
    { header: 'Fecha', kind: 'day', of: ({ day }) => day, width: 12 },
    { header: 'Descripción', kind: 'text', of: ({ description }) => description, width: 40 },
    { header: 'Referencia', kind: 'text', of: ({ reference }) => reference, width: 20 },
    { header: 'Monto', kind: 'money', of: ({ amount }) => amount, width: 16 },
    { header: 'Conciliado', kind: 'money', of: ({ matched }) => matched, width: 16 },
    { header: 'Estado', kind: 'text', of: ({ state }) => LINE_STATE_NAMES[state], width: 22 },
    {
      header: 'Pagos',
      kind: 'text',
      of: ({ payments }) => payments.map(({ borrower, folio }) => `${borrower} (${folio})`).join('; '),
      width: 40,
    },
    {
      header: 'Qué es',
      kind: 'text',
      of: ({ explained_as }) => (explained_as === null ? '' : EXPLANATION_NAMES[explained_as]),
      width: 22,
    },
    { header: 'Motivo', kind: 'text', of: ({ explanation }) => explanation ?? '', width: 40 },
    { header: 'Lo explicó', kind: 'text', of: ({ explained_by }) => explained_by ?? '', width: 26 },
    { header: 'Responsable', kind: 'text', of: ({ owner }) => owner?.name ?? '', width: 26 },
  ],
}

/** Columns of the file of the payments that no line of a statement shows. */
export const openPaymentTable: ExportTable<BankPayment> = {
  name: 'Pagos sin movimiento',
  columns: [
    { header: 'Fecha valor', kind: 'day', of: ({ value_date }) => value_date, width: 12 },
    { header: 'Trabajador', kind: 'text', of: ({ borrower }) => borrower, width: 30 },
    { header: 'Préstamo', kind: 'text', of: ({ folio }) => folio, width: 14 },
    { header: 'Monto', kind: 'money', of: ({ amount }) => amount, width: 16 },
    { header: 'Medio', kind: 'text', of: ({ channel }) => CHANNEL_NAMES[channel], width: 18 },
    { header: 'Referencia', kind: 'text', of: ({ reference }) => reference ?? '', width: 22 },
    {
      header: 'Comprobación',
      kind: 'text',
      of: ({ proof }) => (proof === null ? '' : PROOF_NAMES[proof]),
      width: 18,
    },
    { header: 'Registrado', kind: 'instant', of: ({ created_at }) => created_at, width: 20 },
    { header: 'Responsable', kind: 'text', of: ({ owner }) => owner?.name ?? '', width: 26 },
  ],
}
