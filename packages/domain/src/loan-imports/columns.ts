import { type CellReader, code, date, fraction, pesos, text, wholeNumber, yesOrNo } from '../imports/cells.ts'
import type { ImportColumn } from '../imports/columns.ts'
import { folded } from '../imports/words.ts'

/** The sheets of a workbook of loans: their Spanish names, and whether a workbook may lack one. */
export const LOAN_SHEETS = {
  loans: { name: 'Préstamos', required: true },
  schedule: { name: 'Calendario', required: false },
  payments: { name: 'Pagos', required: false },
  balances: { name: 'Saldos', required: true },
} as const
export type LoanSheet = keyof typeof LOAN_SHEETS
export const LOAN_SHEET_NAMES: readonly LoanSheet[] = ['loans', 'schedule', 'payments', 'balances']

const wordsOf = (words: Record<string, string>) =>
  new Map(Object.entries(words).map(([word, value]) => [folded(word), value]))

/** Reads a word of a list; an unknown one stays as it is, and the form rejects it. */
const oneOf =
  (words: ReadonlyMap<string, string>): CellReader =>
  (cell) => {
    const shown = String(cell).trim()
    return { value: words.get(folded(shown)) ?? shown, shown }
  }

const type = oneOf(
  wordsOf({ crédito: 'credit', 'crédito de nómina': 'credit', anticipo: 'advance', adelanto: 'advance' }),
)
const frequency = oneOf(
  wordsOf({
    ...{ mensual: 'monthly', mes: 'monthly', quincenal: 'semimonthly', quincena: 'semimonthly' },
    ...{ catorcenal: 'fourteen_days', '14 días': 'fourteen_days', semanal: 'weekly', semana: 'weekly' },
  }),
)
const channel = oneOf(
  wordsOf({
    ...{ 'descuento de nómina': 'deduction', descuento: 'deduction', nómina: 'deduction' },
    ...{ transferencia: 'transfer', spei: 'transfer', depósito: 'deposit', ventanilla: 'deposit' },
    ...{ otro: 'other', efectivo: 'other', ajuste: 'other' },
  }),
)
const excess = oneOf(
  wordsOf({
    ...{ 'baja el pago': 'lower_payment', 'acorta el plazo': 'shorter_term' },
    'adelanta pagos': 'in_advance',
  }),
)
/** A folio or an employee number; a number of Excel keeps its digits. */
const mark: CellReader = (cell) => text(cell, { date1904: false })

const required = true
const optional = { required: false } as const

const formerId: ImportColumn = {
  ...{ field: 'former_id', header: 'Folio anterior', read: mark, required },
  aliases: ['Folio', 'Id anterior', 'Número de crédito', 'Crédito'],
  ...{ note: 'El folio del préstamo en el sistema anterior; no se repite', example: 'NOM-00417' },
}

const loanColumns: readonly ImportColumn[] = [
  formerId,
  {
    ...{ field: 'company', header: 'Clave de la empresa', read: mark, required },
    aliases: ['Empresa', 'Clave empresa'],
    ...{ note: 'La clave de la empresa en Quincena', example: 'ACERO1' },
  },
  {
    ...{ field: 'curp', header: 'CURP', read: code, ...optional },
    aliases: ['CURP del trabajador'],
    ...{ note: 'La CURP del trabajador, o su número de empleado', example: 'PEGA850101HNLRRN05' },
  },
  {
    ...{ field: 'employee_number', header: 'Número de empleado', read: mark, ...optional },
    aliases: ['Clave del trabajador', 'No. de empleado', 'Empleado'],
    ...{ note: 'La clave del trabajador en Quincena, si falta la CURP', example: 'E1024' },
  },
  {
    ...{ field: 'type', header: 'Tipo', read: type, required },
    aliases: ['Producto'],
    ...{ note: 'Crédito o Anticipo', example: 'Crédito' },
  },
  {
    ...{ field: 'amount', header: 'Monto', read: pesos, required },
    aliases: ['Monto entregado', 'Capital', 'Importe'],
    ...{ note: 'Lo que se entregó, en pesos', example: '12,000.00' },
  },
  {
    ...{ field: 'annual_rate', header: 'Tasa anual', read: fraction, ...optional },
    aliases: ['Tasa', 'Tasa de interés'],
    ...{ note: 'De un crédito: 0.36 o 36%, sobre saldos insolutos', example: '36%' },
  },
  {
    ...{ field: 'commission', header: 'Comisión', read: pesos, ...optional },
    aliases: ['Comisión del anticipo'],
    ...{ note: 'De un anticipo: en pesos, con su IVA', example: '150.00' },
  },
  {
    ...{ field: 'frequency', header: 'Frecuencia', read: frequency, ...optional },
    aliases: ['Periodicidad'],
    ...{ note: 'De un crédito: Mensual, Quincenal, Catorcenal o Semanal', example: 'Quincenal' },
  },
  {
    ...{ field: 'installments', header: 'Número de pagos', read: wholeNumber, ...optional },
    aliases: ['Pagos', 'Plazo', 'Mensualidades'],
    ...{ note: 'De un crédito sin calendario propio', example: '24' },
  },
  {
    ...{ field: 'granted_on', header: 'Fecha de entrega', read: date, required },
    aliases: ['Fecha de disposición', 'Fecha de otorgamiento', 'Otorgado'],
    ...{ note: 'El día en que el trabajador recibió el dinero, dd/mm/aaaa', example: '15/03/2026' },
  },
  {
    ...{ field: 'first_due', header: 'Primer vencimiento', read: date, ...optional },
    aliases: ['Primer pago', 'Fecha del primer pago'],
    ...{ note: 'Obligatorio en un anticipo; en un crédito, si no es el que sigue', example: '31/03/2026' },
  },
  {
    ...{ field: 'tax_rate', header: 'Tasa de IVA', read: fraction, ...optional },
    aliases: ['IVA'],
    ...{ note: 'Si es otra que la de la empresa: 0.16 o 16%', example: '16%' },
  },
  {
    ...{ field: 'tax_added', header: 'IVA aparte', read: yesOrNo, ...optional },
    aliases: ['IVA agregado'],
    ...{ note: 'De un crédito. Sí: se suma a los intereses. No: ya va dentro', example: 'No' },
  },
]

const scheduleColumns: readonly ImportColumn[] = [
  formerId,
  {
    ...{ field: 'number', header: 'Número de pago', read: wholeNumber, required },
    aliases: ['Número', 'No.', 'Pago'],
    ...{ note: '1, 2, 3, …', example: '1' },
  },
  {
    ...{ field: 'due_date', header: 'Vencimiento', read: date, required },
    aliases: ['Fecha', 'Fecha de vencimiento'],
    ...{ note: 'dd/mm/aaaa', example: '31/03/2026' },
  },
  {
    ...{ field: 'principal', header: 'Capital', read: pesos, required },
    aliases: ['Abono a capital'],
    ...{ note: 'En pesos', example: '420.10' },
  },
  {
    ...{ field: 'interest', header: 'Intereses', read: pesos, required },
    aliases: ['Interés'],
    ...{ note: 'En pesos, sin el IVA que va aparte', example: '180.00' },
  },
  {
    ...{ field: 'tax', header: 'IVA', read: pesos, ...optional },
    aliases: ['IVA de los intereses'],
    ...{ note: 'Solo el que va aparte', example: '0.00' },
  },
]

const paymentColumns: readonly ImportColumn[] = [
  formerId,
  {
    ...{ field: 'day', header: 'Fecha', read: date, required },
    aliases: ['Fecha del pago', 'Fecha valor', 'Día'],
    ...{ note: 'El día en que el dinero fue del prestamista', example: '31/03/2026' },
  },
  {
    ...{ field: 'amount', header: 'Monto', read: pesos, required },
    aliases: ['Importe', 'Monto pagado'],
    ...{ note: 'En pesos', example: '600.10' },
  },
  {
    ...{ field: 'channel', header: 'Forma de pago', read: channel, required },
    aliases: ['Método', 'Medio', 'Canal'],
    ...{ note: 'Descuento, Transferencia, Depósito u Otro', example: 'Descuento' },
  },
  {
    ...{ field: 'reference', header: 'Referencia', read: mark, ...optional },
    aliases: ['Clave de rastreo', 'Folio del pago'],
    ...{ note: 'No se repite en el mismo préstamo y forma de pago', example: 'Q6-2026' },
  },
  {
    ...{ field: 'excess', header: 'Excedente', read: excess, ...optional },
    aliases: ['Si sobra'],
    ...{
      note: 'Baja el pago (lo usual), Acorta el plazo o Adelanta pagos',
      example: 'Baja el pago',
    },
  },
]

const balanceColumns: readonly ImportColumn[] = [
  formerId,
  {
    ...{ field: 'claimed', header: 'Saldo', read: pesos, required },
    aliases: ['Saldo del sistema anterior', 'Saldo reclamado', 'Adeudo'],
    ...{ note: 'El saldo que reporta el sistema anterior al día de corte', example: '9,842.40' },
  },
]

/** The columns of each sheet. */
export const LOAN_COLUMNS: Record<LoanSheet, readonly ImportColumn[]> = {
  loans: loanColumns,
  schedule: scheduleColumns,
  payments: paymentColumns,
  balances: balanceColumns,
}

/** The Spanish header of a column, as a problem names it. */
export const headerOf = (sheet: LoanSheet, field: string): string =>
  LOAN_COLUMNS[sheet].find((column) => column.field === field)?.header ?? ''
