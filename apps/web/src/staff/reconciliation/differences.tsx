import { Pagination } from '@mantine/core'
import type { reconciliationDetail } from '@quincena/domain/reconciliation/schema'
import type { z } from 'zod'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterChips } from '../../components/filter-chips.tsx'
import { Notice } from '../../components/notice.tsx'
import { pageSize } from './api.ts'
import { DifferenceCard } from './difference-card.tsx'
import classes from './differences.module.css'
import type { ReconciliationDaySearch } from './search.ts'

const choices = [
  { value: 'all', label: 'Todas' },
  { value: 'open', label: 'Abiertas' },
  { value: 'closed', label: 'Cerradas' },
] as const

const openOf = { all: undefined, open: true, closed: false } as const

function choiceOf(open: boolean | undefined) {
  if (open === undefined) return 'all'
  return open ? 'open' : 'closed'
}

interface DifferencesProps {
  day: z.output<typeof reconciliationDetail>
  search: ReconciliationDaySearch
  /** The shown differences belong to the previously chosen page or filter. */
  isStale: boolean
  onSearch: (change: ReconciliationDaySearch) => void
}

/** Lists the differences of a day; each says what it means and what to do. */
export function Differences({ day, search, isStale, onSearch }: DifferencesProps) {
  const { differences } = day
  const pages = Math.ceil(differences.count / pageSize)
  if (differences.count === 0 && search.open === undefined)
    return (
      <Notice tone="done">
        {day.in_doubt.count === 0 ? 'Todo coincide: ' : 'Fuera de las órdenes en duda, todo coincide: '}
        cada orden de STP está en nuestros registros y en el libro contable, con su monto, su cuenta y su
        estado.
      </Notice>
    )
  return (
    <section className={classes.section} aria-labelledby="diferencias">
      <header className={classes.head}>
        <h2 className={classes.title} id="diferencias">
          Diferencias
        </h2>
        <FilterChips
          label="Diferencias"
          options={choices}
          value={choiceOf(search.open)}
          onChange={(choice) => onSearch({ open: openOf[choice], page: undefined })}
        />
      </header>
      {differences.count === 0 ? (
        <EmptyState title={search.open ? 'Ya no hay diferencias abiertas' : 'No hay diferencias cerradas'} />
      ) : (
        <ul className={classes.list} data-stale={isStale}>
          {differences.results.map((difference) => (
            <li key={difference.id}>
              <DifferenceCard difference={difference} operation_date={day.operation_date} />
            </li>
          ))}
        </ul>
      )}
      {pages > 1 && (
        <Pagination
          total={pages}
          value={search.page ?? 1}
          onChange={(page) => onSearch({ page })}
          aria-label="Páginas de diferencias"
          getControlProps={(control) => ({
            'aria-label': control === 'next' ? 'Página siguiente' : 'Página anterior',
          })}
        />
      )}
    </section>
  )
}
