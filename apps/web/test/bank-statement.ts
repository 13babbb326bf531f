import { bankAccountOf } from './bank.ts'

type Given = Parameters<typeof bankAccountOf>[0]

/** An account of the lender with a statement, money, two lines and a payment to match; amounts in pesos. */
export const matchedAccountOf = (given: Given = {}) =>
  bankAccountOf({
    ...{ name: 'BBVA cobranza', bank: '40012', clabe: '012180001234567899', balance: 12_500.5 },
    ...{ statement_day: '2026-11-20', statement_balance: 80_000, open_lines: 2, open_payments: 1 },
    ...given,
  })

/** A payment that no line shows, of 700.00. */
export const bankPaymentOf = (given: object = {}) => ({
  ...{ id: 70, loan_request: 123, folio: 'C-000123', borrower: 'María López', amount: 700 },
  ...{ value_date: '2026-11-19', channel: 'deposit', reference: 'V-1', proof: 'pending' },
  ...{ created_at: '2026-11-19T18:00:00Z', owner: null },
  ...given,
})

/** An open deposit of 1,000.00. */
export const bankLineOf = (given: object = {}) => ({
  ...{
    id: 9,
    bank_account: 3,
    day: '2026-11-20',
    description: 'VENTANILLA',
    reference: '88120',
    amount: 1000,
  },
  ...{ balance: null, matched: 0, state: 'open', explained_as: null, explanation: null, explained_by: null },
  ...{ owner: null, created_at: '2026-11-20T18:00:00Z', payments: [] },
  ...given,
})

/** A finished statement with three new lines. */
export const statementOf = (given: object = {}) => ({
  ...{ id: 5, bank_account: 3, file_name: 'estado.csv', uploaded_by: 'Gerardo Soto', state: 'finished' },
  ...{ rows_total: 4, rows_done: 4, added: 3, known: 0, rejected_count: 1, matched: 1 },
  ...{ created_at: '2026-11-20T18:00:00Z', finished_at: '2026-11-20T18:00:05Z' },
  ...given,
})

const noColumns = { reference: null, withdrawal: null, amount: null, balance: null }

/** The preview of a file with two rows, of which the second cannot be read. */
export const statementPreviewOf = (given: object = {}) => ({
  headers: ['Fecha', 'Concepto', 'Abonos'],
  columns: { date: 'Fecha', description: 'Concepto', deposit: 'Abonos', ...noColumns },
  ...{ column_problems: {}, rows_total: 2, rejected_count: 1, rejected: [] },
  rows: [
    {
      ...{ row: 2, cells: ['20/11/2026', 'SPEI', '500'], day: '2026-11-20', description: 'SPEI' },
      ...{ reference: '', amount: 500, balance: null, problems: [] },
    },
    {
      ...{ row: 3, cells: ['ayer', 'SPEI', '80'], day: null, description: 'SPEI', reference: '' },
      ...{ amount: null, balance: null, problems: [{ field: 'Fecha', message: 'No es una fecha' }] },
    },
  ],
  ...given,
})
