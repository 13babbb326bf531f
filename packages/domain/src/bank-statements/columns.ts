import { z } from 'zod'

/** What a column of a statement means. */
export const STATEMENT_FIELDS = [
  'date',
  'description',
  'reference',
  'deposit',
  'withdrawal',
  'amount',
  'balance',
] as const
export type StatementField = (typeof STATEMENT_FIELDS)[number]

/** Spanish names of the fields. */
export const FIELD_NAMES: Record<StatementField, string> = {
  date: 'Fecha',
  description: 'Descripción',
  reference: 'Referencia',
  deposit: 'Depósitos',
  withdrawal: 'Retiros',
  amount: 'Monto con signo',
  balance: 'Saldo',
}

const header = z.string().max(200).nullable().default(null)

/** The header of the column that each field is read from; null if the file has none. */
export const statementColumns = z.object({
  date: header,
  description: header,
  reference: header,
  deposit: header,
  withdrawal: header,
  amount: header,
  balance: header,
})
export type StatementColumns = z.output<typeof statementColumns>

/** Words of the headers of Mexican banks. */
const words: Record<StatementField, RegExp> = {
  date: /^(fecha|dia|date|f\.? ?(de )?(operacion|valor))/,
  description: /(descripcion|concepto|detalle|movimiento|leyenda)/,
  reference: /(referencia|rastreo|folio|^ref\b)/,
  deposit: /(deposito|abono|credito|ingreso)/,
  withdrawal: /(retiro|cargo|debito|egreso)/,
  amount: /(importe|monto|cantidad)/,
  balance: /saldo/,
}

/** A header in lower case, without accents and repeated spaces. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

/** The field of a header by its words; null if none fits. */
export function fieldOf(text: string): StatementField | null {
  return STATEMENT_FIELDS.find((field) => words[field].test(plain(text))) ?? null
}

const NO_COLUMNS = statementColumns.parse({})

/**
 * The columns of a file: those that the account's last statement had if the file has them, else those that their words
 * say; the first column of a word wins. With deposits and withdrawals a signed amount is left out.
 */
export function suggestColumns(
  headers: readonly string[],
  remembered: StatementColumns | null,
): StatementColumns {
  const named = remembered === null ? [] : Object.values(remembered).filter((name) => name !== null)
  if (remembered !== null && named.every((name) => headers.includes(name))) return remembered
  const columns = { ...NO_COLUMNS }
  for (const text of headers) {
    const field = fieldOf(text)
    if (field !== null && columns[field] === null) columns[field] = text
  }
  return columns.deposit === null && columns.withdrawal === null ? columns : { ...columns, amount: null }
}

type ColumnProblems = Partial<Record<StatementField, string>>

/** Columns that the file has not, or that two fields share. */
function nameProblems(columns: StatementColumns, headers: readonly string[]): ColumnProblems {
  const problems: ColumnProblems = {}
  const chosen = STATEMENT_FIELDS.map((field) => columns[field])
  for (const field of STATEMENT_FIELDS) {
    const name = columns[field]
    if (name === null) continue
    if (!headers.includes(name)) problems[field] = `El archivo no tiene la columna «${name}»`
    else if (chosen.filter((other) => other === name).length > 1)
      problems[field] = 'Otra columna ya usa este encabezado'
  }
  return problems
}

/** Columns without which a line cannot be read, and amounts that are said twice. */
function missingProblems({ date, description, reference, deposit, withdrawal, amount }: StatementColumns) {
  const isSplit = deposit !== null || withdrawal !== null
  const problems: ColumnProblems = {}
  if (date === null) problems.date = 'Elige la columna de la fecha'
  if (description === null && reference === null)
    problems.description = 'Elige la columna de la descripción o la de la referencia'
  if (!isSplit && amount === null) problems.deposit = 'Elige la columna de los depósitos o la del monto'
  if (isSplit && amount !== null) problems.amount = 'Elige depósitos y retiros, o un solo monto con signo'
  return problems
}

/** What is wrong with the chosen columns, by field in Spanish; empty if a file can be read with them. */
export const columnProblems = (columns: StatementColumns, headers: readonly string[]): ColumnProblems => ({
  ...missingProblems(columns),
  ...nameProblems(columns, headers),
})
