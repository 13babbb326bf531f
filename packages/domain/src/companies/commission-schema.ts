import { z } from 'zod'
import { isBlank } from '../fields.ts'
import { COMMISSION_STEPS_LIMIT } from '../loans/advance-price.ts'
import { centsFromText, money, pesos, positiveMoney } from '../money.ts'

/** A step of a commission in the answers of the API. */
export const commissionStep = z.object({ up_to: money.nullable(), commission: money })

const REQUIRED = 'Este campo es obligatorio'
const COMMISSION = 'Debe ser una cantidad positiva con hasta 3 decimales'

/** Pesos as a number or as text with commas, up to 3 decimals, kept in centavos half up. */
export const commission = z.codec(
  z
    .union([z.number(), z.string()], { error: ({ input }) => (isBlank(input) ? REQUIRED : COMMISSION) })
    .superRefine((value, context) => {
      const text = String(value).trim()
      if (centsFromText(text) === null) context.addIssue(text === '' ? REQUIRED : COMMISSION)
    }),
  z.int(),
  { decode: (value) => centsFromText(String(value)) ?? 0, encode: pesos },
)

const STEP_AMOUNT = 'Cada renglón lleva un monto mayor a cero, con hasta 2 decimales'
const STEPS = `Escribe de 1 a ${COMMISSION_STEPS_LIMIT} renglones`

/** The steps of a commission in the company form. `stepsProblem` checks their order. */
export const commissionStepsForm = z
  .array(z.object({ up_to: positiveMoney(STEP_AMOUNT).nullable(), commission }), STEPS)
  .min(1, STEPS)
  .max(COMMISSION_STEPS_LIMIT, STEPS)
