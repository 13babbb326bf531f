const timeZone = 'America/Mexico_City'

const dayAndTime = new Intl.DateTimeFormat('es-MX', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone,
})

/** An ISO instant as `15/12/2026, 14:05`, in the business's time zone. */
export function formatMoment(instant: string): string {
  return dayAndTime.format(new Date(instant))
}
