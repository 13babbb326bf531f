import { businessDay, type Day } from '@quincena/domain/dates'
import { dayName } from '../../lib/day-name.ts'

interface Dated {
  created_at: string
  checked: boolean
}

interface DayGroup<Item> {
  /** «Hoy», «Ayer» or the date. */
  label: string
  items: Item[]
}

/** Groups notifications, sorted newest first, by their day in the business time zone; unread ones first in each group. */
export function groupByDay<Item extends Dated>(items: readonly Item[], today: Day): DayGroup<Item>[] {
  const groups: DayGroup<Item>[] = []
  for (const item of items) {
    const label = dayName(businessDay(item.created_at), today)
    const last = groups.at(-1)
    if (last?.label === label) last.items.push(item)
    else groups.push({ label, items: [item] })
  }
  for (const group of groups) group.items.sort((one, other) => Number(one.checked) - Number(other.checked))
  return groups
}
