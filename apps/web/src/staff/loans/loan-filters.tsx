import { SITUATIONS, type Situation, situationNames } from '@quincena/domain/loans/situations'
import { ChosenFilter } from '../../components/chosen-filter.tsx'
import { DayRangeFilter } from '../../components/day-range.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { useFilterFold } from '../../components/filter-fold.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { type ListProps, searchFieldOf } from '../../lib/list-search.ts'
import { CompanyFilter } from '../company/company-filter.tsx'
import classes from './loans-page.module.css'
import type { LoanListSearch } from './search.ts'

const statusOptions = [
  { value: 'all', label: 'Todo' },
  { value: 'INA', label: 'En análisis' },
  { value: 'REJ', label: 'Rechazado' },
  { value: 'APP', label: 'Aprobado' },
] as const

/** All filters of a request list, none set. */
export const noLoanFilters = {
  ...{ search: undefined, status: undefined, active_status: undefined, payout_returned: undefined },
  ...{ documents_unreviewed: undefined, in_clarification: undefined, situation: undefined },
  ...{ company: undefined, from: undefined, to: undefined },
}

type Counts = Partial<Record<Situation, number>>

/** Situations that have loans under the other filters, with their number, and the chosen one. */
function situationOptions(counts: Counts, chosen: Situation | undefined) {
  const shown = SITUATIONS.filter((situation) => counts[situation] !== undefined || situation === chosen)
  return [
    { value: 'all', label: 'Todas', count: Object.values(counts).reduce((sum, count) => sum + count, 0) },
    ...shown.map((situation) => ({
      value: situation,
      label: situationNames[situation],
      count: counts[situation] ?? 0,
    })),
  ] as const
}

/** Filters that only links set. */
function LinkedFilters({ search, onSearch }: ListProps<LoanListSearch>) {
  return (
    <>
      {search.in_clarification === true && (
        <ChosenFilter label="En aclaración" onRemove={() => onSearch({ in_clarification: undefined })} />
      )}
      {search.active_status === 'DEL' && (
        <ChosenFilter label="Retrasados" onRemove={() => onSearch({ active_status: undefined })} />
      )}
      {search.payout_returned === true && (
        <ChosenFilter label="Depósito devuelto" onRemove={() => onSearch({ payout_returned: undefined })} />
      )}
      {search.documents_unreviewed === true && (
        <ChosenFilter
          label="Documentos por revisar"
          onRemove={() => onSearch({ documents_unreviewed: undefined })}
        />
      )}
    </>
  )
}

interface LoanFiltersProps extends ListProps<LoanListSearch> {
  /** The number of loans in each situation under the other filters. */
  situations: Counts
}

/** Company, days of the request, and situation with its number. */
function MoreFilters({ search, onSearch, situations }: LoanFiltersProps) {
  return (
    <>
      <div className={classes.filters}>
        <CompanyFilter company={search.company} onChange={(company) => onSearch({ company })} />
        <DayRangeFilter
          label="Fecha de solicitud"
          from={search.from}
          to={search.to}
          onChange={(days) => onSearch(days)}
        />
      </div>
      <div className={classes.filters}>
        <FilterChips
          label="Situación"
          options={situationOptions(situations, search.situation)}
          value={search.situation ?? 'all'}
          onChange={(value) => onSearch({ situation: value === 'all' ? undefined : value })}
        />
      </div>
    </>
  )
}

/**
 * Filters of a request list: status, search, company, days of the request, and situation with its number. On a phone
 * they are behind a button, but for the search and what a link has set.
 */
export function LoanFilters({ search, onSearch, situations }: LoanFiltersProps) {
  const { status, company, from, to, situation } = search
  const fold = useFilterFold([status, company, from ?? to, situation])
  return (
    <>
      <div className={classes.filters}>
        {fold.button}
        {fold.isShown && (
          <FilterChips
            label="Estatus"
            options={statusOptions}
            value={status ?? 'all'}
            onChange={(value) =>
              onSearch({ status: value === 'all' ? undefined : value, situation: undefined })
            }
          />
        )}
        <LinkedFilters search={search} onSearch={onSearch} />
        <div className={classes.search}>
          <SearchField
            {...searchFieldOf({ search, onSearch })}
            placeholder="Nombre del cliente, folio"
            help="También teléfono, CURP, RFC o CLABE"
          />
        </div>
      </div>
      {fold.isShown && <MoreFilters search={search} onSearch={onSearch} situations={situations} />}
    </>
  )
}
