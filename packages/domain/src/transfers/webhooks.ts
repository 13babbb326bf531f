import { z } from 'zod'

const given = z.string().nullish()

/** STP's state change, its fields as text (`callbackFields`): the spelling of `estado` differs by contract and year. */
export const orderStateCallback = z.object({
  id: given,
  empresa: given,
  claveRastreo: given,
  folioOrigen: given,
  estado: z.string(),
  causaDevolucion: given,
  /** Milliseconds since 1970, `0` where there is none. */
  tsLiquidacion: given,
})
export type OrderStateCallback = z.infer<typeof orderStateCallback>

export const callbackReceived = z.object({ mensaje: z.literal('recibido') })
