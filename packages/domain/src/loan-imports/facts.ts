import { z } from 'zod'
import { day } from '../fields.ts'
import { EXCESS_CHOICES } from '../loans/excess.ts'
import { FREQUENCIES } from '../loans/frequency.ts'
import { LOAN_TYPES } from '../loans/rules.ts'
import { isCurpFormat } from '../mexico/curp.ts'
import { cents } from '../money.ts'
import { RECEIVED_CHANNELS } from '../payments/channels.ts'

const PESOS_LIMIT = 9_999_999_999.99

const pesos = (message: string, least: number) =>
  z
    .number(message)
    .min(least, message)
    .max(PESOS_LIMIT, 'La cantidad es demasiado grande')
    .refine((value) => Math.round(value * 100) / 100 === value, 'Escríbelo con hasta 2 decimales')
    .transform(cents)

const rate = (message: string) =>
  z
    .number(message)
    .min(0, message)
    .max(10, message)
    .refine(
      (value) => Math.round(value * 1000) / 1000 === value,
      'Escribe la tasa con hasta un decimal de por ciento, por ejemplo 36.5%',
    )

const key = (message: string) =>
  z.string(message).regex(/^[!-~]([ -~]{0,38}[!-~])?$/, 'Usa hasta 40 letras sin acentos, números y signos')

const formerId = key('Falta el folio del sistema anterior')
const typedDay = day.refine((value) => value >= '2000-01-01', 'La fecha es anterior al año 2000')

/** A row of the sheet of loans, amounts in centavos. */
const loanRow = z
  .object({
    former_id: formerId,
    company: key('Falta la clave de la empresa'),
    curp: z.string().refine(isCurpFormat, 'La CURP no es válida').optional(),
    employee_number: key('El número de empleado no es válido').optional(),
    type: z.enum(LOAN_TYPES, 'Escribe Crédito o Anticipo'),
    amount: pesos('Escribe el monto en pesos, mayor que 0', 0.01),
    annual_rate: rate('Escribe la tasa anual, por ejemplo 36%').optional(),
    commission: pesos('Escribe la comisión en pesos', 0).optional(),
    frequency: z.enum(FREQUENCIES, 'Escribe Mensual, Quincenal, Catorcenal o Semanal').optional(),
    installments: z
      .int('Escribe el número de pagos')
      .min(1, 'El mínimo es 1')
      .max(520, 'El máximo es 520')
      .optional(),
    granted_on: typedDay,
    first_due: typedDay.optional(),
    tax_rate: rate('Escribe la tasa de IVA, por ejemplo 16%').max(1).optional(),
    tax_added: z.boolean('Escribe Sí o No').optional(),
  })
  .superRefine(({ curp, employee_number }, ctx) => {
    if (curp === undefined && employee_number === undefined)
      ctx.addIssue({ code: 'custom', path: ['curp'], message: 'Escribe la CURP o el número de empleado' })
  })
export type LoanRowFacts = z.output<typeof loanRow>

/** A row of a loan's own schedule, amounts in centavos. */
const scheduleRowForm = z.object({
  former_id: formerId,
  number: z.int('Escribe el número de pago').min(1).max(520),
  due_date: typedDay,
  principal: pesos('Escribe el capital en pesos', 0),
  interest: pesos('Escribe los intereses en pesos', 0),
  tax: pesos('Escribe el IVA en pesos', 0).default(0),
})
type ScheduleRowFacts = z.output<typeof scheduleRowForm>

/** A row of the history of payments, the amount in centavos. */
const paymentRow = z.object({
  former_id: formerId,
  day: typedDay,
  amount: pesos('Escribe el monto en pesos, mayor que 0', 0.01),
  channel: z.enum(RECEIVED_CHANNELS, 'Escribe Descuento, Transferencia, Depósito u Otro'),
  reference: z.string('Escribe la referencia').max(60, 'Máximo 60 caracteres').optional(),
  excess: z
    .enum(EXCESS_CHOICES, 'Escribe Baja el pago, Acorta el plazo o Adelanta pagos')
    .default('lower_payment'),
})
type PaymentRowFacts = z.output<typeof paymentRow>

/** A row of the balances that the former system claims, in centavos. */
const balanceRow = z.object({
  former_id: formerId,
  claimed: pesos('Escribe el saldo en pesos, 0 o más', 0),
})

/** The form of a row of each sheet. */
export const ROW_FORMS = {
  loans: loanRow,
  schedule: scheduleRowForm,
  payments: paymentRow,
  balances: balanceRow,
} as const

type Without<Row> = Omit<Row, 'former_id'>

/** All that a workbook says of a loan; a loan that was imported is compared with it. Amounts in centavos. */
export interface LoanFacts extends LoanRowFacts {
  /** Its own schedule; null if it follows from the terms. */
  schedule: Without<ScheduleRowFacts>[] | null
  payments: Without<PaymentRowFacts>[]
  claimed: number
}
