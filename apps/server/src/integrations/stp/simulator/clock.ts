import { operatingDay } from '@quincena/domain/mexico/holidays'
import type { StateStore } from './state.ts'

type ClockMode = 'real' | 'plain' | 'set'

/** The simulated time and day of operation (`yyyymmdd`, Mexico City). */
export interface SimulatorClock {
  nowMs(): number
  operatingDay(): number
  /** The calendar day of an instant, `yyyymmdd`. */
  dayOf(ms: number): number
  /** Moves the clock to an instant and turns the 18:00 cut and bank days on; null returns to plain days. */
  set(instant: string | null): void
  /** The real time with its cut and bank days again. */
  reset(): void
  mode(): ClockMode
  /** Minutes before the cut of a bank day, with the cut on. */
  nearCut(): boolean
  /** Moves the clock just past today's cut and turns the cut on; later than that, it stays. */
  passCut(): void
}

const zone = 'America/Mexico_City'
const cut = '18:00'
const nearMinutes = 5

/** The real time, its cut and bank days, until it is set; it runs on from where it is set, over restarts too. */
export function createClock(state: StateStore): SimulatorClock {
  const nowMs = () => Date.now() + state.value.clock.offset_ms
  const local = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone)
  const now = () => local(nowMs())
  const minutesToCut = () => now().until(now().withPlainTime(cut)).total('minutes')
  const wireDay = (day: string) => Number(day.replaceAll('-', ''))

  return {
    nowMs,
    set(instant) {
      const offset_ms = instant === null ? 0 : Temporal.Instant.from(instant).epochMilliseconds - Date.now()
      state.change({ clock: { offset_ms, calendar: instant !== null } })
    },
    reset() {
      state.change({ clock: { offset_ms: 0, calendar: true } })
    },
    mode() {
      const { offset_ms, calendar } = state.value.clock
      if (!calendar) return 'plain'
      return offset_ms === 0 ? 'real' : 'set'
    },
    nearCut: () => state.value.clock.calendar && minutesToCut() > 0 && minutesToCut() <= nearMinutes,
    passCut() {
      const ahead = minutesToCut() > 0 ? Math.ceil(minutesToCut() * 60_000) + 1_000 : 0
      state.change({ clock: { offset_ms: state.value.clock.offset_ms + ahead, calendar: true } })
    },
    dayOf: (ms) => wireDay(local(ms).toPlainDate().toString()),
    operatingDay() {
      const day = state.value.clock.calendar
        ? operatingDay(now().toInstant())
        : now().toPlainDate().toString()
      return wireDay(day)
    },
  }
}
