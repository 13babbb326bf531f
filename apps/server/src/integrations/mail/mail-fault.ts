/** Why a mail could not be handed over. */
export interface DeliveryFault {
  /** Codes without texts of the other side, which may quote an address. */
  reason: string
  /** True if another attempt would fail again, for example because the address does not exist. */
  is_final: boolean
}

const fieldOf = (error: unknown, name: string): unknown =>
  error instanceof Error ? Reflect.get(error, name) : undefined

/** Answers to RCPT TO that the address does not exist (RFC 5321, section 4.2.3). */
const unknownAddress: readonly unknown[] = [550, 551, 553]

/** The enhanced status of an answer, such as `5.1.1` (RFC 3463); null without one. */
function enhancedStatus(response: unknown): string | null {
  if (typeof response !== 'string') return null
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})(?![\d.])/m.exec(response)?.[1] ?? null
}

/**
 * Reads an error of the mailer. Final is only that the address does not exist. Answers about routing (5.4.x), policy
 * (5.7.x), the sender, the content, the sign-in or a sending limit concern our own setting or reputation, which may be
 * mended in time.
 */
export function mailFault(error: unknown): DeliveryFault {
  const [code, answer, command] = ['code', 'responseCode', 'command'].map((name) => fieldOf(error, name))
  const status = enhancedStatus(fieldOf(error, 'response'))
  const known = [code, answer, command, status].filter(
    (value) => typeof value === 'string' || typeof value === 'number',
  )
  const isPassing = status !== null && /^(4\.|5\.[47]\.)/.test(status)
  const is_final = command === 'RCPT TO' && unknownAddress.includes(answer) && !isPassing
  return { reason: known.join(' ') || 'unknown', is_final }
}
