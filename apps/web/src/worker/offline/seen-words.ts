import { type Instant, localTime } from '@quincena/domain/dates'
import { formatLongDate } from '@quincena/domain/format'

/** For example «Sin conexión. Visto hoy a las 10:32.»; names the day if it is not today. */
export function seenText(at: Instant, now: Instant): string {
  const seen = localTime(at)
  const time = `${seen.hour}:${String(seen.minute).padStart(2, '0')}`
  const day = seen.toPlainDate()
  const isToday = day.equals(localTime(now).toPlainDate())
  const when = isToday ? 'hoy' : `el ${formatLongDate(day.toString())}`
  return `Sin conexión. Visto ${when} a las ${time}.`
}
