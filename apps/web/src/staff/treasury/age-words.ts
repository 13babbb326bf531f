import { businessDay, type Day, daysBetween } from '@quincena/domain/dates'

/** Calendar days in Mexico City since an instant; 0 on its day. */
const ageDays = (since: string, today: Day): number => Math.max(0, daysBetween(businessDay(since), today))

const daysText = (days: number) => {
  if (days === 0) return 'Hoy'
  return days === 1 ? '1 día' : `${days} días`
}

/** Age of something that waits since an instant: "Hoy", "1 día", "12 días". */
export const ageText = (since: string, today: Day): string => daysText(ageDays(since, today))

/** Age of something that waits since a calendar day, such as a line of a bank statement. */
export const dayAgeText = (since: Day, today: Day): string => daysText(Math.max(0, daysBetween(since, today)))
