import { z } from 'zod'
import { documentRow } from '../documents/schema.ts'
import { fraction, id, required } from '../fields.ts'
import { money, positiveMoney } from '../money.ts'
import { transferBrief } from '../transfers/schema.ts'
import { CREDIT_MONTHS, isCreditMonths, parsePeriod } from './limits.ts'
import { installment, loanDetail, loanStatus } from './schema.ts'

const PERIOD = `El plazo debe ser de ${CREDIT_MONTHS.slice(0, -1).join(', ')} o ${CREDIT_MONTHS.at(-1)} meses`
const AMOUNT = 'Por favor, ingresa un valor válido y positivo'

/** A credit's months: `6`, `"6"` or `"6 meses"`. */
export const creditPeriod = z.codec(
  z
    .union([z.number(), z.string()], PERIOD)
    .refine((value) => isCreditMonths(parsePeriod(value) ?? 0), PERIOD),
  z.int(),
  { decode: (value) => parsePeriod(value) ?? 0, encode: (months) => months },
)

/**
 * `POST /loan/`. The figures are compared with the server's own; the dates, statuses and flags of the
 * specification's payload are not read. An advance's period is the days to its pay date, whatever is sent.
 */
export const loanRequestBody = z.discriminatedUnion(
  'type',
  [
    z.object({ ...requestFields(), type: z.literal('credit'), period: creditPeriod }),
    z.object({ ...requestFields(), type: z.literal('advance') }),
  ],
  'Elige crédito o anticipo',
)
export type LoanRequestBody = z.infer<typeof loanRequestBody>

function requestFields() {
  return {
    amount: positiveMoney(AMOUNT),
    /** Staff ask for a worker; a worker always asks for themselves. */
    user: id.optional(),
    total_debt: money.optional(),
    final_value: money.optional(),
    monthly_payment: money.optional(),
    interest_rate: fraction(
      'La tasa de interés debe ser un número positivo con hasta tres decimales',
    ).optional(),
  }
}

/** `PATCH` and `PUT /loan/{id}`: a new status asks for its transition, else a request's amount and period change. */
export const loanPatch = z.object({
  status: z.string().max(10).optional(),
  reason: z.string().trim().max(500, 'Máximo 500 caracteres').nullish(),
  /** What whoever decides had before them: what has changed since is decided by nobody unseen. */
  seen: z.object({ status: loanStatus, amount: money, period: z.string().max(20) }).optional(),
  amount: positiveMoney(AMOUNT).optional(),
  period: z.union([z.number(), z.string()], PERIOD).optional(),
})
export type LoanPatch = z.infer<typeof loanPatch>

export const SIGNATURE_LIMIT_BYTES = 300 * 1024
const SIGNATURE_PREFIX = 'data:image/png;base64,'
const SIGNATURE_LIMIT = SIGNATURE_PREFIX.length + Math.ceil(SIGNATURE_LIMIT_BYTES / 3) * 4
const LOCATION = 'No pudimos obtener tu ubicación. No es posible aceptar la solicitud sin este permiso.'

const strokePoint = z.object({
  x: z.number(),
  y: z.number(),
  time: z.number().optional(),
  pressure: z.number().optional(),
})

/** `POST /loan/{id}/accept`: signature, place and the contract that was shown. */
export const acceptBody = z
  .object({
    signature: z
      .string('Dibuja tu firma para continuar.')
      .max(SIGNATURE_LIMIT, { error: 'La firma es demasiado grande.', abort: true })
      .regex(/^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/, 'La firma no es una imagen válida.'),
    latitude: z.number(LOCATION).min(-90, LOCATION).max(90, LOCATION),
    longitude: z.number(LOCATION).min(-180, LOCATION).max(180, LOCATION),
    /** Metres. */
    accuracy: z.number().nonnegative().max(10_000_000).optional(),
    strokes: z
      .array(z.object({ points: z.array(strokePoint).max(5000) }))
      .max(200)
      .optional(),
    contract_sha256: z
      .string('Abre y lee el contrato antes de firmarlo.')
      .toLowerCase()
      .regex(/^[0-9a-f]{64}$/, 'Abre y lee el contrato antes de firmarlo.'),
  })
  // 0, 0 stands for "no place" in the browsers that lack one; non-presential contracts need a real one.
  .refine(({ latitude, longitude }) => latitude !== 0 || longitude !== 0, {
    error: LOCATION,
    path: ['latitude'],
  })
export type AcceptBody = z.infer<typeof acceptBody>

export const acceptAnswer = z.object({
  loan: loanDetail,
  order: transferBrief,
  /** Null until the sealed file is stored. */
  contract: documentRow.nullable(),
})

/** `POST /loan/calculate-monthly-payment/`. */
export const simulationBody = z.object({
  annual_interest_rate: fraction('Debe ser un número positivo con hasta 3 decimales'),
  amount: positiveMoney(AMOUNT),
  number_of_payments: z
    .int('Debe ser un número entero de pagos')
    .min(1, 'Debe haber al menos un pago')
    .max(120, 'Máximo 120 pagos'),
})

const simulation = z.object({
  monthly_payment: money,
  final_value: money,
  cat: z.number().nullable(),
  schedule: z.array(installment),
})
export type Simulation = z.infer<typeof simulation>
export const simulationAnswer = z.object({ data: simulation })

/** `POST /loan/get-max-advance-loan-amount/`: `loan` is a biweekly salary. */
export const maxAdvanceBody = z.object({
  loan: money.refine((salary) => salary >= 0, 'El sueldo no puede ser negativo').nullish(),
})
export const maxAdvanceAnswer = z.object({ data: money })

/** An admin's word on why a returned payout is given up. */
export const cancelBody = z.object({ reason: required('Escribe el motivo', 500) })
