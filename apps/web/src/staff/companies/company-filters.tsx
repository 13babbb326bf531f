import { Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { isSearchable } from '@quincena/domain/companies/schema'
import { INDUSTRIES } from '@quincena/domain/mexico/industries'
import { DayRangeFilter } from '../../components/day-range.tsx'
import { countActive, FiltersButton } from '../../components/filter-fold.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { type ListProps, searchFieldOf } from '../../lib/list-search.ts'
import classes from './companies-page.module.css'
import type { CompanyListSearch } from './search.ts'

const searchDebounce_ms = 800

/** Choices of the industry filter: the fixed list, and the industry in the URL if it is not in that list. */
function industriesWith(industry: string | undefined): string[] {
  const isListed = industry === undefined || INDUSTRIES.some((listed) => listed === industry)
  return isListed ? [...INDUSTRIES] : [industry, ...INDUSTRIES]
}

/** Search field, and behind a button the industry and the days of registration; open while one of them is active. */
export function CompanyFilters({ search, onSearch }: ListProps<CompanyListSearch>) {
  const active = countActive([search.industry, search.from ?? search.to])
  const [isOpen, { toggle }] = useDisclosure(active > 0)
  return (
    <div className={classes.filters}>
      <FiltersButton isOpen={isOpen} active={active} onToggle={toggle} />
      {isOpen && (
        <DayRangeFilter
          label="Fecha de alta"
          from={search.from}
          to={search.to}
          onChange={(days) => onSearch(days)}
        />
      )}
      {isOpen && (
        <div className={classes.industry}>
          <Select
            aria-label="Industria"
            placeholder="Todas las industrias"
            data={industriesWith(search.industry)}
            clearable
            clearButtonProps={{ 'aria-label': 'Quitar filtro de industria' }}
            value={search.industry ?? null}
            onChange={(industry) => onSearch({ industry: industry ?? undefined })}
          />
        </div>
      )}
      <div className={classes.search}>
        <SearchField
          {...searchFieldOf({ search, onSearch })}
          placeholder="Clave, nombre y correo electrónico"
          debounce_ms={searchDebounce_ms}
          problemOf={(text) => (isSearchable(text) ? null : 'Búsqueda inválida')}
        />
      </div>
    </div>
  )
}
