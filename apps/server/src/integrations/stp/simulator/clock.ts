import { operatingDay } from '@quincena/domain/mexico/holidays'

/** The simulated time and day of operation (`yyyymmdd`, Mexico City). */
export interface SimulatorClock {
  nowMs(): number
  operatingDay(): number
  /** Moves the clock to an instant and turns the 18:00 cut and bank days on; null returns to plain days. */
  set(instant: string | null): void
}

/** The real time, its cut and bank days, until it is set. */
export function createClock(): SimulatorClock {
  let offsetMs = 0
  let calendar = true
  const nowMs = () => Date.now() + offsetMs

  return {
    nowMs,
    set(instant) {
      calendar = instant !== null
      offsetMs = instant === null ? 0 : Temporal.Instant.from(instant).epochMilliseconds - Date.now()
    },
    operatingDay() {
      const now = Temporal.Instant.fromEpochMilliseconds(nowMs())
      const plain = now.toZonedDateTimeISO('America/Mexico_City').toPlainDate().toString()
      return Number((calendar ? operatingDay(now) : plain).replaceAll('-', ''))
    },
  }
}
