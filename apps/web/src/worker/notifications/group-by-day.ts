import { addDays, businessDay, type Day } from '@quincena/domain/dates'
import { formatLongDate } from '@quincena/domain/format'

interface Dated {
  created_at: string
  checked: boolean
}

interface DayGroup<Item> {
  /** «Hoy», «Ayer» or the date. */
  label: string
  items: Item[]
}

function labelOf(day: Day, today: Day): string {
  if (day >= today) return 'Hoy'
  if (day === addDays(today, -1)) return 'Ayer'
  return formatLongDate(day, { withYear: day.slice(0, 4) !== today.slice(0, 4) })
}

/** Groups notifications, sorted newest first, by their day in the business time zone; unread ones first in each group. */
export function groupByDay<Item extends Dated>(items: readonly Item[], today: Day): DayGroup<Item>[] {
  const groups: DayGroup<Item>[] = []
  for (const item of items) {
    const label = labelOf(businessDay(item.created_at), today)
    const last = groups.at(-1)
    if (last?.label === label) last.items.push(item)
    else groups.push({ label, items: [item] })
  }
  for (const group of groups) group.items.sort((one, other) => Number(one.checked) - Number(other.checked))
  return groups
}
