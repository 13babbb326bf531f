/** How many rows of a list have a key: all, those of a company, of a month or of a day. */
interface ListCount<Kind> {
  list: string
  kind: Kind
  /** 0 but for a company. */
  company_id: number
  /** `-infinity` but for a month, its first day, and a day. */
  day: string
  key: string[]
  n: number
}

/** The tables of the migration `list_counts`, column by column. */
export interface ListCountTables {
  list_count: ListCount<'all' | 'company' | 'month' | 'day'>
  list_count_change: ListCount<'company' | 'day'>
}
