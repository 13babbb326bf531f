/** A form with one file: the field of the file, and the text fields beside it. */
interface Form {
  file: string
  media_type: string
  description: string
  fields?: Record<string, { description: string; isRequired?: boolean }>
}

const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const loanImportFields: Form['fields'] = {
  cut_off_day: { description: 'The day whose balances the workbook states.', isRequired: true },
  balance_kind: { description: 'amount_due or payoff: what the balances state.', isRequired: true },
  difference_limit: { description: 'Largest difference in pesos without a decision.', isRequired: true },
  accepts_differences: { description: 'true: the second person accepts larger differences.' },
}

/** Calls whose body is multipart/form-data. */
export const forms: Record<string, Form> = {
  'POST /documents': {
    file: 'file',
    media_type: 'application/pdf',
    description: 'A PDF by its content, at most 10 MB.',
    fields: {
      filename: {
        description:
          'INE, CURP, COMPROBANTE_DE_DOMICILIO, CIF or CARATULA_DE_CUENTA_BANCARIA; in any case, with accents or .pdf.',
        isRequired: true,
      },
      user: { description: 'Id of the worker.', isRequired: true },
      loan: { description: 'Id of a loan; only from staff.' },
    },
  },
  'PUT /auth/picture': {
    file: 'file',
    media_type: 'image/png, image/jpeg, image/webp',
    description: 'A picture of at most 2048 × 2048 pixels.',
  },
  'POST /brand/logo': {
    file: 'file',
    media_type: 'image/png, image/jpeg',
    description: 'The logo, at most 200 KB.',
  },
  'POST /auth/upload-users': {
    file: 'excel_file',
    media_type: sheet,
    description: 'A spreadsheet with one worker per row.',
    fields: { company_name: { description: 'Name of the company of all rows.', isRequired: true } },
  },
  'POST /company/upload-company': {
    file: 'excel_file',
    media_type: sheet,
    description: 'A spreadsheet with one company per row.',
  },
  'POST /loan-imports/preview': {
    file: 'file',
    media_type: sheet,
    description: 'A workbook with the sheets Préstamos, Calendario, Pagos and Saldos.',
    fields: loanImportFields,
  },
  'POST /loan-imports': {
    file: 'file',
    media_type: sheet,
    description: 'A workbook with the sheets Préstamos, Calendario, Pagos and Saldos.',
    fields: loanImportFields,
  },
  'POST /loan-imports/documents': {
    file: 'file',
    media_type: 'application/zip, application/pdf',
    description: 'At most 200 PDFs, each named by the former id of its loan.',
  },
  'POST /loan/payment-vouchers': {
    file: 'file',
    media_type: 'application/pdf, image/png, image/jpeg',
    description: 'The voucher of a payment outside STP.',
  },
  'POST /treasury/cash-movements/files': {
    file: 'file',
    media_type: 'application/pdf, image/png, image/jpeg',
    description: 'The proof of a movement.',
  },
  'POST /treasury/bank-accounts/{id}/statements': {
    file: 'file',
    media_type: `text/csv, ${sheet}`,
    description: 'The statement of the bank.',
    fields: { columns: { description: 'JSON: which column has the day, the amount and the text.' } },
  },
}

const pdf = ['application/pdf']
const csv = 'text/csv'
const proof = ['application/pdf', 'image/png', 'image/jpeg']

/** Calls that answer a file or a stream: their media types. */
const answers: Record<string, readonly string[]> = {
  'GET /openapi.json': ['application/json'],
  'GET /docs': ['text/html'],
  'GET /docs/{file}': ['text/javascript', 'text/css'],
  'GET /metrics': ['text/plain'],
  'GET /events': ['text/event-stream'],
  'GET /auth/picture/{id}': ['image/png', 'image/jpeg', 'image/webp'],
  'GET /brand/logo/{sha256}': ['image/png', 'image/jpeg'],
  'GET /documents/{id}/file': ['application/pdf', 'application/timestamp-reply'],
  'GET /loan/payment-vouchers/{id}/file': proof,
  'GET /treasury/cash-movements/files/{file}': proof,
}

/** Files by the end of their path. */
const byEnd: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\/reconciliation\/\{day\}\/export$/, [sheet]],
  [/\/export$/, [csv, sheet]],
  [/\.xlsx$|\/imports\/template\//, [sheet]],
  [/\/html$/, ['text/html']],
  [/(letter|statement|receipt|pdf|certificate\/\{year\}|^POST \/contract\/\{id\})$/, pdf],
]

/** The media types of a call that answers a file; undefined for other calls. */
export const fileTypes = (call: string): readonly string[] | undefined =>
  answers[call] ?? byEnd.find(([end]) => end.test(call))?.[1]
