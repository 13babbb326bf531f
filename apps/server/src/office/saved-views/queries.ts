import { type SavedViewList, savedView } from '@quincena/domain/saved-views/schema'
import type { Db, Trx } from '../../db/types.ts'

export const viewColumns = ['id', 'list', 'name', 'search'] as const

/** A row as the API answers it; the list and the filters were checked when they were saved. */
export const presentView = (row: object) => savedView.parse(row)

/** The views of a list that a user saved, in the order of their names. */
export async function listSavedViews(
  db: Db | Trx,
  { user_id, list }: { user_id: number; list: SavedViewList },
) {
  const rows = await db
    .selectFrom('saved_view')
    .select(viewColumns)
    .where('user_id', '=', user_id)
    .where('list', '=', list)
    .orderBy((eb) => eb.fn('lower', ['name']))
    .execute()
  return { results: rows.map(presentView) }
}
