/** The day SPEI closes for new orders: what comes later belongs to the next bank day. */
const closingHour = 18
const saturday = 6

/** The simulated day of operation, `yyyymmdd`, in Mexico City. */
export interface SimulatorClock {
  nowMs(): number
  operatingDay(): number
  /** Moves the clock to an instant and turns the 18:00 cut and weekends on; null returns to plain days. */
  set(instant: string | null): void
}

function wireDay(day: Temporal.PlainDate): number {
  return Number(day.toString().replaceAll('-', ''))
}

export function createClock(): SimulatorClock {
  let offsetMs = 0
  let calendar = false
  const nowMs = () => Date.now() + offsetMs

  return {
    nowMs,
    set(instant) {
      calendar = instant !== null
      offsetMs = instant === null ? 0 : Temporal.Instant.from(instant).epochMilliseconds - Date.now()
    },
    operatingDay() {
      const now = Temporal.Instant.fromEpochMilliseconds(nowMs()).toZonedDateTimeISO('America/Mexico_City')
      let day = now.toPlainDate()
      if (!calendar) return wireDay(day)
      if (now.hour >= closingHour) day = day.add({ days: 1 })
      while (day.dayOfWeek >= saturday) day = day.add({ days: 1 })
      return wireDay(day)
    },
  }
}
