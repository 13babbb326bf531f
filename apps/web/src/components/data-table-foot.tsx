import { Pagination, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { pageSizes } from '../lib/list-search.ts'
import classes from './data-table-foot.module.css'
import type { Paging } from './data-table-types.ts'

/** The number of the last page; 1 for an empty list. */
export const lastPage = ({ pageSize, count }: Pick<Paging, 'pageSize' | 'count'>): number =>
  Math.max(1, Math.ceil(count / pageSize))

const wholeNumber = new Intl.NumberFormat('es-MX')

/**
 * The visible rows and the total: «1–20 de 1,204», or «1–20 de más de 10,000»; nothing for an empty list, which says so
 * itself.
 */
export function rangeText({
  page,
  pageSize,
  count,
  isCapped = false,
}: Pick<Paging, 'page' | 'pageSize' | 'count' | 'isCapped'>): string {
  if (count === 0) return ''
  const total = `${isCapped ? 'más de ' : ''}${wholeNumber.format(count)}`
  const first = (page - 1) * pageSize + 1
  if (first > count) return `0 de ${total}`
  const last = Math.min(page * pageSize, count)
  return `${wholeNumber.format(first)}–${wholeNumber.format(last)} de ${total}`
}

/** The range of visible rows, the page size, the pages of a list and, between them, `children`. */
export function TableFoot({
  page,
  pageSize,
  count,
  isCapped = false,
  onPage,
  onPageSize,
  children,
}: Paging & { children?: ReactNode }) {
  const pages = lastPage({ pageSize, count })
  return (
    <div className={classes.foot}>
      <span aria-live="polite">{rangeText({ page, pageSize, count, isCapped })}</span>
      {onPageSize && (
        <Select
          aria-label="Filas por página"
          size="xs"
          w={132}
          allowDeselect={false}
          data={pageSizes.map((size) => ({ value: String(size), label: `${size} por página` }))}
          value={String(pageSize)}
          onChange={(size) => onPageSize(Number(size))}
        />
      )}
      {children}
      {pages > 1 && (
        <Pagination
          className={classes.pages ?? ''}
          size="sm"
          total={pages}
          value={page}
          onChange={onPage}
          getControlProps={(control) => ({
            'aria-label': control === 'next' ? 'Página siguiente' : 'Página anterior',
          })}
          getItemProps={(item) => ({ 'aria-label': `Página ${item}` })}
        />
      )}
    </div>
  )
}
