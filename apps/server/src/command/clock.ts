/** The only source of the current time; tests and the demo pass their own. */
export type Clock = () => Temporal.Instant

export const systemClock: Clock = () => Temporal.Now.instant()

/** An instant as stored and sent: ISO 8601 in UTC with milliseconds. */
export function isoOf(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 3 })
}
