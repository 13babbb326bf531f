import { MAX_SAVED_VIEWS, type SavedViewBody, type SavedViewPatch } from '@quincena/domain/saved-views/schema'
import { isoOf } from '../../command/clock.ts'
import type { CommandContext } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import { runCommand } from '../../command/run-command.ts'
import { takeLock } from '../../db/locks.ts'
import type { Deps } from '../../deps.ts'
import { listSavedViews, presentView, viewColumns } from './queries.ts'

/**
 * Saves named filters of a list for the caller. Throws `saved_view.name_taken` (409) and, above 20 views of the list,
 * `saved_view.too_many` (409).
 */
export function saveView(deps: Deps, context: CommandContext, body: SavedViewBody) {
  return runCommand(deps, context, async (trx) => {
    const { id: user_id } = context.user
    const { list, name, search } = body
    await takeLock(trx, { record: 'saved_views', key: `${user_id} ${list}` })
    const { results } = await listSavedViews(trx, { user_id, list })
    if (results.length >= MAX_SAVED_VIEWS) throw new AppError('saved_view.too_many', 409)
    const created_at = isoOf(deps.clock())
    const row = await trx
      .insertInto('saved_view')
      .values({ user_id, list, name, search: JSON.stringify(search), created_at })
      .returning(viewColumns)
      .executeTakeFirstOrThrow()
    return presentView(row)
  })
}

/**
 * Renames a view of the caller or replaces its filters. Throws `saved_view.name_taken` (409) and, for anyone else's,
 * `saved_view.not_found` (404).
 */
export function changeView(
  deps: Deps,
  context: CommandContext,
  { id, ...patch }: SavedViewPatch & { id: number },
) {
  return runCommand(deps, context, async (trx) => {
    const row = await trx
      .updateTable('saved_view')
      .set({
        ...(patch.name !== undefined && { name: patch.name }),
        ...(patch.search !== undefined && { search: JSON.stringify(patch.search) }),
      })
      .where('id', '=', id)
      .where('user_id', '=', context.user.id)
      .returning(viewColumns)
      .executeTakeFirst()
    if (row === undefined) throw new AppError('saved_view.not_found', 404)
    return presentView(row)
  })
}

/** Deletes a view of the caller. Throws `saved_view.not_found` (404) for anyone else's. */
export function deleteView(deps: Deps, context: CommandContext, id: number) {
  return runCommand(deps, context, async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('saved_view')
      .where('id', '=', id)
      .where('user_id', '=', context.user.id)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw new AppError('saved_view.not_found', 404)
    return {}
  })
}
