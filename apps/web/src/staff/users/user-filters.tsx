import { userTypeName } from '@quincena/domain/users/rules'
import { DayRangeFilter } from '../../components/day-range.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { useFilterFold } from '../../components/filter-fold.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { type ListProps, searchFieldOf } from '../../lib/list-search.ts'
import { CompanyFilter } from '../company/company-filter.tsx'
import type { UserListSearch } from './search.ts'
import classes from './users-page.module.css'

/** All filters of the user list, none set. */
export const noUserFilters = {
  ...{ search: undefined, user_type: undefined, is_active: undefined, is_unconfirmed: undefined },
  ...{ company: undefined, from: undefined, to: undefined },
}

const typeOptions = [
  { value: 'all', label: 'Todos' },
  { value: 'U0', label: userTypeName('U0') },
  { value: 'U1', label: userTypeName('U1') },
  { value: 'U2', label: userTypeName('U2') },
] as const

const activeOptions = [
  { value: 'active', label: 'Activos' },
  { value: 'unconfirmed', label: 'Por confirmar' },
  { value: 'inactive', label: 'Inactivos' },
] as const

function activityOf({ is_active, is_unconfirmed }: UserListSearch) {
  if (is_active === false) return 'inactive'
  return is_unconfirmed === true ? 'unconfirmed' : 'active'
}

function Chips({ search, onSearch }: ListProps<UserListSearch>) {
  return (
    <>
      <FilterChips
        label="Tipo de usuario"
        options={typeOptions}
        value={search.user_type ?? 'all'}
        onChange={(value) => onSearch({ user_type: value === 'all' ? undefined : value })}
      />
      <FilterChips
        label="Actividad"
        options={activeOptions}
        value={activityOf(search)}
        onChange={(value) =>
          onSearch({
            is_active: value === 'inactive' ? false : undefined,
            is_unconfirmed: value === 'unconfirmed' ? true : undefined,
          })
        }
      />
    </>
  )
}

/** Filters of the user list: type, activity, search, company and days of registration; on a phone behind a button. */
export function UserFilters({ search, onSearch }: ListProps<UserListSearch>) {
  const { user_type, is_active, is_unconfirmed, company, from, to } = search
  const fold = useFilterFold([user_type, is_active ?? is_unconfirmed, company, from ?? to])
  return (
    <>
      <div className={classes.filters}>
        {fold.button}
        {fold.isShown && <Chips search={search} onSearch={onSearch} />}
        <div className={classes.search}>
          <SearchField
            {...searchFieldOf({ search, onSearch })}
            placeholder="Nombre, clave y correo electrónico"
            help="También teléfono, CURP, RFC o cuenta"
          />
        </div>
      </div>
      {fold.isShown && (
        <div className={classes.filters}>
          <CompanyFilter company={company} onChange={(chosen) => onSearch({ company: chosen })} />
          <DayRangeFilter label="Fecha de alta" from={from} to={to} onChange={(days) => onSearch(days)} />
        </div>
      )}
    </>
  )
}
