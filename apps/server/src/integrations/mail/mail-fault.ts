/** Why a mail could not be handed over. */
export interface DeliveryFault {
  /** Codes without texts of the other side, which may quote an address. */
  reason: string
  /** True if another attempt would fail again, for example because the address does not exist. */
  is_final: boolean
}

const fieldOf = (error: unknown, name: string): unknown =>
  error instanceof Error ? Reflect.get(error, name) : undefined

/** Reads an error of the mailer: a refused address (an answer of 500 and more to it) is final, the rest may pass. */
export function mailFault(error: unknown): DeliveryFault {
  const fields = ['code', 'responseCode', 'command'].map((name) => fieldOf(error, name))
  const known = fields.filter((value) => typeof value === 'string' || typeof value === 'number')
  const [code, answer] = fields
  const is_final = code === 'EENVELOPE' && typeof answer === 'number' && answer >= 500
  return { reason: known.join(' ') || 'unknown', is_final }
}
