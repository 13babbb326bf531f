import { purposeNames } from '@quincena/domain/transfers/words'
import { useQuery } from '@tanstack/react-query'
import { ChosenFilter } from '../../components/chosen-filter.tsx'
import { DayRangeFilter } from '../../components/day-range.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
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

function reviewOption(count: number | undefined) {
  return { value: 'review', label: count === undefined ? 'Por revisar' : `Por revisar · ${count}` } as const
}

const hint = 'Empresa, Clave de rastreo, Folio de la solicitud o Correo del usuario'
const searchDebounce_ms = 500

/** Filters of the list of orders: state, search, company, operating days, and the specification's single day. */
export function TransferFilters({ search, onSearch }: ListProps<TransferListSearch>) {
  const isReview = search.needs_review === true
  const { data: payouts } = useQuery(payoutsQuery)
  const options = [...states, reviewOption(payouts?.in_review)]
  return (
    <>
      <div className={classes.filters}>
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
        <div className={classes.search}>
          <SearchField
            {...searchFieldOf({ search, onSearch })}
            placeholder={hint}
            help="También nombre, teléfono, CURP o CLABE de la persona"
            debounce_ms={searchDebounce_ms}
          />
        </div>
      </div>
      <div className={classes.filters}>
        <CompanyFilter company={search.company__id} onChange={(company__id) => onSearch({ company__id })} />
        <DayRangeFilter
          label="Días de operación"
          from={search.from}
          to={search.to}
          onChange={(days) => onSearch(days)}
        />
      </div>
      <DateFilter value={search.operation_date} onChange={(operation_date) => onSearch({ operation_date })} />
    </>
  )
}
