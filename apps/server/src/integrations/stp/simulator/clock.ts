import { operatingDay } from '@quincena/domain/mexico/holidays'
import type { StateStore } from './state.ts'

type ClockMode = 'real' | 'plain' | 'set'

/** The simulated time and operating day (`yyyymmdd`, Mexico City). */
export interface SimulatorClock {
  nowMs(): number
  operatingDay(): number
  /** The calendar day of an instant, `yyyymmdd`. */
  dayOf(ms: number): number
  /**
   * Sets the clock and turns the 18:00 cut and bank days on. Null: real time on plain days, without cut and bank days.
   */
  set(instant: string | null): void
  /** Returns to the real time, with cut and bank days. */
  reset(): void
  mode(): ClockMode
  /** Whether the cut is on and at most five minutes away. */
  nearCut(): boolean
  /** Moves the clock one second past today's cut, unless it is later already, and turns the cut on. */
  passCut(): void
}

const zone = 'America/Mexico_City'
const cut = '18:00'
const nearMinutes = 5

/**
 * Creates the clock: real time with cut and bank days until it is set. A set clock keeps running, also after a restart.
 */
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
