import { localTime } from '@quincena/domain/dates'
import { formatDate, formatLongDate } from '@quincena/domain/format'

function timeText(instant: string): string {
  return `${localTime(instant).toPlainTime().toString({ smallestUnit: 'second' })} h`
}

const dayOf = (instant: string) => localTime(instant).toPlainDate().toString()

/** Formats an ISO instant in Mexico City's time, to the second, with the day in words. */
export function instantText(instant: string): string {
  return `${formatLongDate(dayOf(instant), { withYear: true })}, ${timeText(instant)}`
}

/** Formats an ISO instant in Mexico City's time, to the second, with the day as `16/09/2026`. */
export function shortInstantText(instant: string): string {
  return `${formatDate(dayOf(instant))}, ${timeText(instant)}`
}

const longestIpv4 = 15

/** Formats an IP address; a long IPv6 address takes two lines, because the renderer does not break words. */
export function addressText(ip: string | null): string {
  if (ip === null) return 'No disponible'
  if (ip.length <= longestIpv4) return ip
  const groups = ip.split(':')
  const half = Math.ceil(groups.length / 2)
  return `${groups.slice(0, half).join(':')}:\n${groups.slice(half).join(':')}`
}
