import { Button, Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { isSearchable } from '@quincena/domain/companies/schema'
import { INDUSTRIES } from '@quincena/domain/mexico/industries'
import { IconFilter } from '@tabler/icons-react'
import { DayRangeFilter } from '../../components/day-range.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { smallIcon } from '../../components/small-icon.tsx'
import { type ListProps, searchFieldOf } from '../../lib/list-search.ts'
import classes from './companies-page.module.css'
import type { CompanyListSearch } from './search.ts'

const searchDebounce_ms = 800

/** Choices of the industry filter: the fixed list, and the industry in the URL if it is not in that list. */
function industriesWith(industry: string | undefined): string[] {
  const isListed = industry === undefined || INDUSTRIES.some((listed) => listed === industry)
  return isListed ? [...INDUSTRIES] : [industry, ...INDUSTRIES]
}

/** Search field and industry filter. The industry filter is hidden until the user opens it. */
export function CompanyFilters({ search, onSearch }: ListProps<CompanyListSearch>) {
  const [isOpen, { toggle }] = useDisclosure(
    [search.industry, search.from, search.to].some((filter) => filter !== undefined),
  )
  return (
    <div className={classes.filters}>
      <Button variant="default" leftSection={smallIcon(IconFilter)} aria-expanded={isOpen} onClick={toggle}>
        Filtros
      </Button>
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
