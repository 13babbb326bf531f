import { businessDay } from '@quincena/domain/dates'
import { formatLongDate } from '@quincena/domain/format'

/** The day of an instant in Mexico, with its year. */
export const formatDay = (instant: string) => formatLongDate(businessDay(instant), { withYear: true })
