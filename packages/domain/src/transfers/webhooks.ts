import { z } from 'zod'

const textOrNumber = z.union([z.string(), z.number()])

/** STP's state change: the spelling of `estado` differs by contract and year (`stpOutcome`). */
export const orderStateCallback = z.looseObject({
  id: textOrNumber.nullish(),
  empresa: z.string().nullish(),
  claveRastreo: z.string().nullish(),
  folioOrigen: z.string().nullish(),
  estado: z.string(),
  causaDevolucion: textOrNumber.nullish(),
  /** Milliseconds since 1970, `"0"` where there is none. */
  tsLiquidacion: textOrNumber.nullish(),
})
export type OrderStateCallback = z.infer<typeof orderStateCallback>

export const callbackReceived = z.object({ mensaje: z.literal('recibido') })
export const incomingPaymentReply = z.object({
  mensaje: z.enum(['confirmar', 'devolver']),
  id: z.int().optional(),
})
