import { businessDay, type Day } from '@quincena/domain/dates'

/** Current day in the business time zone, from this device's clock. */
export function today(): Day {
  return businessDay(Temporal.Now.instant())
}
