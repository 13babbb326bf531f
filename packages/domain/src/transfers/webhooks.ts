import { z } from 'zod'

const optional = z.string().nullish()

/**
 * STP's callback about a change of state, with its fields as text (see `callbackFields`). The spelling of `estado`
 * differs by contract and year; `stpOutcome` reads it.
 */
export const orderStateCallback = z.object({
  id: optional,
  empresa: optional,
  claveRastreo: optional,
  folioOrigen: optional,
  estado: z.string(),
  causaDevolucion: optional,
  /** Milliseconds since 1970; `0` if there is none. */
  tsLiquidacion: optional,
})
export type OrderStateCallback = z.infer<typeof orderStateCallback>

/** The answer that STP expects to a callback. */
export const callbackReceived = z.object({ mensaje: z.literal('recibido') })
