import type { StateCounts } from '@quincena/domain/transfers/schema'
import { purposeNames } from '@quincena/domain/transfers/words'
import { useQuery } from '@tanstack/react-query'
import { ChosenFilter } from '../../components/chosen-filter.tsx'
import { DayRangeFilter } from '../../components/day-range.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { useFilterFold } from '../../components/filter-fold.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { type ListProps, searchFieldOf } from '../../lib/list-search.ts'
import { CompanyFilter } from '../company/company-filter.tsx'
import { payoutsQuery } from '../transfer/api.ts'
import { DateFilter } from './date-filter.tsx'
import type { TransferListSearch } from './search.ts'
import classes from './transfers-page.module.css'

/** All filters of the list but that of a single day, which has its own switch beside the list. */
export const noTransferFilters = {
  ...{ search: undefined, state: undefined, needs_review: undefined, in_doubt: undefined },
  ...{ held: undefined, purpose: undefined, company__id: undefined, from: undefined, to: undefined },
}

const states = [
  { value: 'all', label: 'Todas' },
  { value: 'LQ', label: 'Liquidadas' },
  { value: 'CN', label: 'Canceladas' },
  { value: 'D', label: 'Devueltas' },
] as const

/** The states with the number of orders in each; without numbers where the server counted none, as in a search. */
const statesWith = (counts: StateCounts) =>
  states.map((option) =>
    counts.all === undefined ? option : { ...option, count: counts[option.value] ?? 0 },
  )

function reviewOption(count: number | undefined) {
  return { value: 'review', label: count === undefined ? 'Por revisar' : `Por revisar · ${count}` } as const
}

const hint = 'Empresa, Clave de rastreo, Folio de la solicitud o Correo del usuario'
const searchDebounce_ms = 500

interface TransferFiltersProps extends ListProps<TransferListSearch> {
  /** The number of orders in each state under the other filters. */
  counts: StateCounts
}

function StateChips({ search, onSearch, counts }: TransferFiltersProps) {
  const isReview = search.needs_review === true
  const { data: payouts } = useQuery(payoutsQuery)
  const options = [...statesWith(counts), reviewOption(payouts?.in_review)]
  return (
    <FilterChips
      label="Estado"
      options={options}
      value={isReview ? 'review' : (search.state ?? 'all')}
      onChange={(value) =>
        onSearch({
          state: value === 'all' || value === 'review' ? undefined : value,
          needs_review: value === 'review' ? true : undefined,
        })
      }
    />
  )
}

/** Filters that only links set. */
function LinkedFilters({ search, onSearch }: ListProps<TransferListSearch>) {
  return (
    <>
      {search.in_doubt === true && (
        <ChosenFilter label="En duda" onRemove={() => onSearch({ in_doubt: undefined })} />
      )}
      {search.held === true && (
        <ChosenFilter label="En espera por el límite" onRemove={() => onSearch({ held: undefined })} />
      )}
      {search.purpose !== undefined && (
        <ChosenFilter
          label={purposeNames[search.purpose]}
          onRemove={() => onSearch({ purpose: undefined })}
        />
      )}
    </>
  )
}

/**
 * Filters of the list of orders: state, search, company, operating days, and the specification's single day. On a phone
 * they are behind a button, but for the search, what a link has set, and a single day that is set.
 */
export function TransferFilters({ search, onSearch, counts }: TransferFiltersProps) {
  const { state, needs_review, company__id, from, to, operation_date } = search
  const fold = useFilterFold([state ?? needs_review, company__id, from ?? to])
  return (
    <>
      <div className={classes.filters}>
        {fold.button}
        {fold.isShown && <StateChips search={search} onSearch={onSearch} counts={counts} />}
        <LinkedFilters search={search} onSearch={onSearch} />
        <div className={classes.search}>
          <SearchField
            {...searchFieldOf({ search, onSearch })}
            placeholder={hint}
            help="También nombre, teléfono, CURP o CLABE de la persona"
            debounce_ms={searchDebounce_ms}
          />
        </div>
      </div>
      {fold.isShown && (
        <div className={classes.filters}>
          <CompanyFilter company={company__id} onChange={(chosen) => onSearch({ company__id: chosen })} />
          <DayRangeFilter label="Días de operación" from={from} to={to} onChange={(days) => onSearch(days)} />
        </div>
      )}
      {(fold.isShown || operation_date !== undefined) && (
        <DateFilter value={operation_date} onChange={(day) => onSearch({ operation_date: day })} />
      )}
    </>
  )
}
