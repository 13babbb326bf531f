import { operatingDay } from '@quincena/domain/mexico/holidays'

/** The simulated time and day of operation (`yyyymmdd`, Mexico City). */
export interface SimulatorClock {
  nowMs(): number
  operatingDay(): number
  /** Moves the clock to an instant and turns the 18:00 cut and bank days on; null returns to plain days. */
  set(instant: string | null): void
  /** Minutes before the cut of a bank day, with the cut on. */
  nearCut(): boolean
  /** Moves the clock just past today's cut and turns the cut on; later than that, it stays. */
  passCut(): void
}

const zone = 'America/Mexico_City'
const cut = '18:00'
const nearMinutes = 5

/** The real time, its cut and bank days, until it is set. */
export function createClock(): SimulatorClock {
  let offsetMs = 0
  let calendar = true
  const nowMs = () => Date.now() + offsetMs
  const now = () => Temporal.Instant.fromEpochMilliseconds(nowMs()).toZonedDateTimeISO(zone)
  const minutesToCut = () => now().until(now().withPlainTime(cut)).total('minutes')

  return {
    nowMs,
    set(instant) {
      calendar = instant !== null
      offsetMs = instant === null ? 0 : Temporal.Instant.from(instant).epochMilliseconds - Date.now()
    },
    nearCut: () => calendar && minutesToCut() > 0 && minutesToCut() <= nearMinutes,
    passCut() {
      calendar = true
      if (minutesToCut() > 0) offsetMs += Math.ceil(minutesToCut() * 60_000) + 1_000
    },
    operatingDay() {
      const day = calendar ? operatingDay(now().toInstant()) : now().toPlainDate().toString()
      return Number(day.replaceAll('-', ''))
    },
  }
}
