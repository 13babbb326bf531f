/** The one source of now; tests and the demo pass their own. */
export type Clock = () => Temporal.Instant

export const systemClock: Clock = () => Temporal.Now.instant()

/** An instant as stored and sent: ISO 8601, UTC, milliseconds. */
export function isoOf(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 3 })
}
