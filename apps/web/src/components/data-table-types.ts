import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** The screen or dialog that a row opens. */
export interface RowTarget {
  to: NonNullable<LinkProps['to']>
  params?: Readonly<Record<string, string | number>>
  search?: object
}

export interface Column<Row> {
  /** Unique; for a sortable column also the API's `ordering` field. */
  key: string
  header: string
  render: (row: Row) => ReactNode
  align?: 'start' | 'end'
  sortable?: boolean
  /** What the cells show below: a second field by which the column can be ordered, with a header of its own. */
  second?: { key: string; header: string }
}

export interface RowAction<Row> {
  label: string
  icon?: ReactNode
  tone?: 'normal' | 'danger'
  onSelect: (row: Row) => void
  isHidden?: (row: Row) => boolean
}

export interface Paging {
  /** Starts at 1. */
  page: number
  pageSize: number
  /** The number of rows of the whole list; exact unless `isCapped`. */
  count: number
  /** There are more rows than `count`; the pages end with it. */
  isCapped?: boolean
  onPage: (page: number) => void
  /** Without it the page size is fixed. */
  onPageSize?: (size: number) => void
}

/** The API's `ordering` after a click on a column: ascending (`field`), descending (`-field`), default (undefined). */
export function nextOrdering(ordering: string | undefined, field: string): string | undefined {
  if (ordering === field) return `-${field}`
  return ordering === `-${field}` ? undefined : field
}

/** The `aria-sort` value of a column under the API's `ordering`. */
export function sortDirection(
  ordering: string | undefined,
  field: string,
): 'ascending' | 'descending' | 'none' {
  if (ordering === field) return 'ascending'
  return ordering === `-${field}` ? 'descending' : 'none'
}
