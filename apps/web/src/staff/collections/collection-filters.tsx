import { AGES, type Age, ageNames } from '@quincena/domain/collections/ageing'
import type { AgeTotal } from '@quincena/domain/collections/schema'
import { formatMoney } from '@quincena/domain/format'
import { FilterChips } from '../../components/filter-chips.tsx'
import { useFilterFold } from '../../components/filter-fold.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { type ListProps, searchFieldOf } from '../../lib/list-search.ts'
import { CompanyFilter } from '../company/company-filter.tsx'
import classes from './collections-page.module.css'
import type { CollectionSearch } from './search.ts'

type AgeTotals = Partial<Record<Age, AgeTotal>>

/** All filters of the list, none set. */
export const noCollectionFilters = { search: undefined, age: undefined, company: undefined }

const sumOf = (totals: readonly AgeTotal[]) => ({
  count: totals.reduce((sum, { count }) => sum + count, 0),
  amount: totals.reduce((sum, { amount }) => sum + amount, 0),
})

/** Every age that has loans under the other filters, and the chosen one, with number and sum. */
function ageOptions(totals: AgeTotals, chosen: Age | undefined) {
  const shown = AGES.filter((age) => totals[age] !== undefined || age === chosen)
  const all = sumOf(Object.values(totals))
  return [
    { value: 'all', label: `Todas · ${formatMoney(all.amount)}`, count: all.count },
    ...shown.map((age) => ({
      value: age,
      label: `${ageNames[age]} · ${formatMoney(totals[age]?.amount ?? 0)}`,
      count: totals[age]?.count ?? 0,
    })),
  ] as const
}

/** Filters of the list: search, company, and age with the number of loans and what they owe; on a phone behind a button. */
export function CollectionFilters({
  search,
  onSearch,
  totals,
}: ListProps<CollectionSearch> & { totals: AgeTotals }) {
  const fold = useFilterFold([search.company, search.age])
  return (
    <>
      <div className={classes.filters}>
        {fold.button}
        {fold.isShown && (
          <CompanyFilter company={search.company} onChange={(company) => onSearch({ company })} />
        )}
        <div className={classes.search}>
          <SearchField
            {...searchFieldOf({ search, onSearch })}
            placeholder="Nombre del cliente, folio"
            help="También teléfono, CURP, RFC o CLABE"
          />
        </div>
      </div>
      {fold.isShown && (
        <div className={classes.filters}>
          <FilterChips
            label="Antigüedad y deuda actual"
            options={ageOptions(totals, search.age)}
            value={search.age ?? 'all'}
            onChange={(value) => onSearch({ age: value === 'all' ? undefined : value })}
          />
        </div>
      )}
    </>
  )
}
