/** How many rows of a list have a key: all, those of a company, of a month or of a day. */
interface KeyCount<Kind> {
  list: string
  kind: Kind
  /** `-infinity` but for a month, its first day, and a day. */
  day: string
  key: string[]
  n: number
}

/** 0 but for a company. */
interface ListCount extends KeyCount<'all' | 'company' | 'month' | 'day'> {
  company_id: number
}

interface ListCountChange extends KeyCount<'company' | 'day'> {
  company_id: number
}

/** PostgreSQL does not know that the company of a counted row is never missing. */
interface LiveListCount extends KeyCount<'all' | 'company' | 'month' | 'day'> {
  company_id: number | null
}

/** The tables and views of the migration `list_counts`, column by column. */
export interface ListCountTables {
  list_count: ListCount
  list_count_change: ListCountChange
  list_count_change_cells: ListCount
  list_count_live: LiveListCount
}
