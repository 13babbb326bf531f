import type { JSONColumnType } from 'kysely'
import type { Always } from './column.ts'

interface SavedView {
  id: Always<number>
  user_id: number
  list: string
  name: string
  search: JSONColumnType<object>
  created_at: string
}

/** The table of migrations/089_saved_views.sql, column by column. */
export interface SavedViewTables {
  saved_view: SavedView
}
