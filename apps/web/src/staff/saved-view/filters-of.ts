import type { SavedView } from '@quincena/domain/saved-views/schema'

type Filters = SavedView['search']

/** What a URL says besides filters: the page and open dialogs. */
const notFilters = ['page', 'ver', 'pestana', 'order', 'nuevo', 'nueva', 'persona', 'editar', 'envios']

const isValue = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

/** The filters and the order of a list's URL, which a view saves. */
export function filtersOf(search: object): Filters {
  const filters: Filters = {}
  for (const [name, value] of Object.entries(search))
    if (isValue(value) && !notFilters.includes(name)) filters[name] = value
  return filters
}

/** True if two views have the same filters, in any order. */
export function isSameView(one: Filters, other: Filters): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
