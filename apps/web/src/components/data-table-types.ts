import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Unique; also the field the list is ordered by, where it is sortable. */
  key: string
  header: string
  render: (row: Row) => ReactNode
  align?: 'start' | 'end'
  sortable?: boolean
}

export interface RowAction<Row> {
  label: string
  icon?: ReactNode
  tone?: 'normal' | 'danger'
  onSelect: (row: Row) => void
  isHidden?: (row: Row) => boolean
}

export interface Paging {
  /** From 1. */
  page: number
  pageSize: number
  /** Exact, of the whole list. */
  count: number
  onPage: (page: number) => void
  /** Without it the size is fixed. */
  onPageSize?: (size: number) => void
}

/** An API `ordering`: a field, with `-` before it for descending. */
export function nextOrdering(ordering: string | undefined, field: string): string | undefined {
  if (ordering === field) return `-${field}`
  return ordering === `-${field}` ? undefined : field
}

export function sortDirection(
  ordering: string | undefined,
  field: string,
): 'ascending' | 'descending' | 'none' {
  if (ordering === field) return 'ascending'
  return ordering === `-${field}` ? 'descending' : 'none'
}
