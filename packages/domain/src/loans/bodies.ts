import { z } from 'zod'
import { documentRow } from '../documents/schema.ts'
import { fraction, id, required, textUpTo } from '../fields.ts'
import { money, positiveMoney } from '../money.ts'
import { TEXT_LIMITS } from '../text-limits.ts'
import { transferBrief } from '../transfers/schema.ts'
import { loanDetail } from './detail-schema.ts'
import { FREQUENCIES } from './frequency.ts'
import { CREDIT_MONTHS, isCreditMonths, parsePeriod } from './limits.ts'
import { installment, loanStatus } from './schema.ts'
import { signingCode } from './signing-code.ts'

const PERIOD = `El plazo debe ser de ${CREDIT_MONTHS.slice(0, -1).join(', ')} o ${CREDIT_MONTHS.at(-1)} meses`
const TAX = 'Debe ser una fracción entre 0 y 1'
const AMOUNT = 'Por favor, ingresa un valor válido y positivo'

/** Codec for the term of a credit in months (3, 6, 9 or 12). It accepts `6`, `"6"` and `"6 meses"` and answers `6`. */
export const creditPeriod = z.codec(
  z
    .union([z.number(), z.string()], PERIOD)
    .refine((value) => isCreditMonths(parsePeriod(value) ?? 0), PERIOD),
  z.int(),
  { decode: (value) => parsePeriod(value) ?? 0, encode: (months) => months },
)

/**
 * Body of `POST /loan/`. The server compares the figures with its own (422 `loan.figures_differ`) and ignores the
 * dates, statuses and flags of the specification's payload. It also ignores the period of an advance: the term of an
 * advance is the number of days to its pay date.
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
    /** The worker for whom staff request the loan; a worker's own request is always for that worker. */
    user: id.optional(),
    total_debt: money.optional(),
    final_value: money.optional(),
    monthly_payment: money.optional(),
    interest_rate: fraction(
      'La tasa de interés debe ser un número positivo con hasta tres decimales',
    ).optional(),
  }
}

/**
 * Body of `PATCH` and `PUT /loan/{id}`. Status `APP` or `REJ` approves, rejects, declines or withdraws the loan;
 * without one, the amount and period of a request change.
 */
export const loanPatch = z.object({
  status: z.string().max(10).optional(),
  reason: textUpTo(TEXT_LIMITS.reason).nullish(),
  /** The values on the decider's screen; the server answers 409 `loan.changed` if the loan differs from them. */
  seen: z.object({ status: loanStatus, amount: money, period: z.string().max(20) }).optional(),
  amount: positiveMoney(AMOUNT).optional(),
  period: z.union([z.number(), z.string()], PERIOD).optional(),
})
export type LoanPatch = z.infer<typeof loanPatch>

/** Largest PNG of a signature, in bytes before base64. */
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

/** Body of `POST /loan/{id}/accept`: the signature, the location and the hash of the contract that the app showed. */
export const acceptBody = z
  .object({
    signature: z
      .string('Dibuja tu firma para continuar.')
      .max(SIGNATURE_LIMIT, { error: 'La firma es demasiado grande.', abort: true })
      .regex(/^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/, 'La firma no es una imagen válida.'),
    latitude: z.number(LOCATION).min(-90, LOCATION).max(90, LOCATION),
    longitude: z.number(LOCATION).min(-180, LOCATION).max(180, LOCATION),
    /** Radius of the location's error, in metres. */
    accuracy: z.number().nonnegative().max(10_000_000).optional(),
    strokes: z
      .array(z.object({ points: z.array(strokePoint).max(5000) }))
      .max(200)
      .optional(),
    /** Set if the person signed with their typed name, of which `signature` is the picture; without strokes. */
    typed_name: z.string().max(200).optional(),
    contract_sha256: z
      .string('Abre y lee el contrato antes de firmarlo.')
      .toLowerCase()
      .regex(/^[0-9a-f]{64}$/, 'Abre y lee el contrato antes de firmarlo.'),
    /** The code that confirms the signature, where the lender asks for one. */
    signing_code: signingCode.optional(),
  })
  .refine(({ typed_name, strokes }) => typed_name === undefined || strokes === undefined, {
    error: 'La firma no es una imagen válida.',
    path: ['strokes'],
  })
  // Browsers without a location send 0, 0. A contract signed at a distance needs a real location.
  .refine(({ latitude, longitude }) => latitude !== 0 || longitude !== 0, {
    error: LOCATION,
    path: ['latitude'],
  })
export type AcceptBody = z.infer<typeof acceptBody>

/** Answer of `POST /loan/{id}/accept`. `order` is the STP order of the payout. */
export const acceptAnswer = z.object({
  loan: loanDetail,
  order: transferBrief,
  /** Null until the sealed contract is stored. */
  contract: documentRow.nullable(),
})

/** Body of `POST /loan/calculate-monthly-payment/`. `annual_interest_rate` is a fraction: 0.18 is 18 % a year. */
export const simulationBody = z.object({
  annual_interest_rate: fraction('Debe ser un número positivo con hasta 3 decimales'),
  amount: positiveMoney(AMOUNT),
  number_of_payments: z
    .int('Debe ser un número entero de pagos')
    .min(1, 'Debe haber al menos un pago')
    .max(120, 'Máximo 120 pagos'),
  frequency: z.enum(FREQUENCIES, 'Elige mensual, quincenal, catorcenal o semanal').default('monthly'),
  /** VAT as a fraction, and whether it is on top of the interest; by default those of the caller's company. */
  tax_rate: fraction(TAX).lte(1, TAX).optional(),
  tax_added: z.boolean('Debe ser verdadero o falso').optional(),
})
export type SimulationBody = z.infer<typeof simulationBody>

/** A simulated credit. `cat` is a percentage with one decimal, `cat_text` the same as documents write it. */
const simulation = z.object({
  monthly_payment: money,
  final_value: money,
  cat: z.number().nullable(),
  cat_text: z.string().optional(),
  schedule: z.array(installment),
})
export type Simulation = z.infer<typeof simulation>
/** Answer of `POST /loan/calculate-monthly-payment/`. */
export const simulationAnswer = z.object({ data: simulation })

/** Body of `POST /loan/get-max-advance-loan-amount/`. `loan` is a biweekly salary, missing or null if unknown. */
export const maxAdvanceBody = z.object({
  loan: money.refine((salary) => salary >= 0, 'El sueldo no puede ser negativo').nullish(),
})
/** Answer of `POST /loan/get-max-advance-loan-amount/`: the largest advance. */
export const maxAdvanceAnswer = z.object({ data: money })

/** Body of `POST /loan/{id}/cancel`: the reason why an admin cancels a loan whose money came back or has not left. */
export const cancelBody = z.object({ reason: required('Escribe el motivo', TEXT_LIMITS.reason) })
