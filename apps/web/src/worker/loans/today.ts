import { businessDay, type Day } from '@quincena/domain/dates'

/** The day it is where the business is, by this device's clock. */
export function today(): Day {
  return businessDay(Temporal.Now.instant())
}
