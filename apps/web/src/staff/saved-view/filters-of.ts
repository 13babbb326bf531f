import { hasIdentifier } from '@quincena/domain/masking'
import type { SavedView } from '@quincena/domain/saved-views/schema'

type Filters = SavedView['search']

/** What a URL says besides filters: the page and open dialogs. */
const notFilters = ['page', 'ver', 'pestana', 'order', 'nuevo', 'nueva', 'persona', 'editar', 'envios']

const isValue = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

/** The filters and the order of a list's URL, with whether a view may save each: no CURP and no account. */
const entriesOf = (search: object) =>
  Object.entries(search)
    .filter(([name, value]) => isValue(value) && !notFilters.includes(name))
    .map(([name, value]) => ({ name, value, isSaved: !hasIdentifier(String(value)) }))

/** What a view saves of a list's URL: filters and order, without a searched CURP, RFC, telephone or account number. */
export function filtersOf(search: object): Filters {
  const filters: Filters = {}
  for (const { name, value, isSaved } of entriesOf(search)) if (isSaved) filters[name] = value
  return filters
}

/** True if a view would leave out a searched text. */
export const hasUnsavedText = (search: object) => entriesOf(search).some(({ isSaved }) => !isSaved)

/** Says what a view leaves out. */
export const unsavedText = 'El texto buscado no se guarda: tiene una CURP, un RFC, un teléfono o una cuenta.'

/** True if two views have the same filters, in any order. */
export function isSameView(one: Filters, other: Filters): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}
