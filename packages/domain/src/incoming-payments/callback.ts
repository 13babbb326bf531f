import { z } from 'zod'
import { exactCents } from './amount.ts'

const optionalText = z.string().nullish()

/** Shortens a long text instead of refusing the callback, because the money has arrived. */
const text = (limit: number) => optionalText.transform((value) => value?.trim().slice(0, limit) || null)

const whole = (min: number, max: number) =>
  optionalText.transform((value) => {
    const number = /^[0-9]{1,15}$/.test(value?.trim() ?? '') ? Number(value) : 0
    return number >= min && number <= max ? number : null
  })

/** A day as `20250311`; null if it is not one. */
const compactDay = optionalText.transform((value) => {
  const [, year, month, date] = /^([0-9]{4})([0-9]{2})([0-9]{2})$/.exec(value?.trim() ?? '') ?? []
  return z.iso.date().safeParse(`${year}-${month}-${date}`).data ?? null
})

/** Milliseconds since 1970; null for the durations and zeros that STP also sends. */
const instantOfMs = whole(Date.UTC(2000, 0, 1), Date.UTC(2200, 0, 1)).transform((ms) =>
  ms === null ? null : new Date(ms).toISOString(),
)

const LARGEST_INTEGER = 2_147_483_647

/**
 * STP's incoming payment («abono»), read from its fields as text (`callbackFields`). Valid if the amount is above zero
 * and it has STP's id, or tracking key, day and sending bank: either identifies the payment.
 */
export const incomingPaymentCallback = z
  .object({
    id: whole(1, Number.MAX_SAFE_INTEGER),
    empresa: text(15),
    fechaOperacion: compactDay,
    institucionOrdenante: whole(1, 99_999),
    claveRastreo: text(30),
    monto: z.string().transform(exactCents).pipe(z.int()),
    nombreOrdenante: text(120),
    cuentaOrdenante: text(20),
    rfcCurpOrdenante: text(18),
    cuentaBeneficiario: text(20),
    conceptoPago: text(210),
    referenciaNumerica: whole(1, LARGEST_INTEGER),
    tipoPago: whole(0, 99),
    tsLiquidacion: instantOfMs,
  })
  .refine(
    ({ id, claveRastreo, fechaOperacion, institucionOrdenante }) =>
      id !== null || (claveRastreo !== null && fechaOperacion !== null && institucionOrdenante !== null),
  )
export type IncomingPaymentCallback = z.infer<typeof incomingPaymentCallback>

/** Answer to the callback. The server never answers `devolver`. */
export const incomingPaymentReply = z.object({ mensaje: z.literal('confirmar') })
