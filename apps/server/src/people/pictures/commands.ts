import { randomUUID } from 'node:crypto'
import { isoOf } from '../../command/clock.ts'
import type { CommandContext } from '../../command/context.ts'
import type { Deps } from '../../deps.ts'
import type { Picture } from '../../images/strip-metadata.ts'
import { writeAudit } from '../../platform/audit/commands/write-audit.ts'
import { changeAccount } from '../accounts/commands.ts'

/** The storage key of a picture's file. */
export const storageKey = (picture_id: string) => `pictures/${picture_id}`

/** The path of a picture below the API's; null without a picture. */
const picturePath = (picture_id: string | null) =>
  picture_id === null ? null : `/auth/picture/${picture_id}`

/** Replaces the caller's picture, or removes it if `next` is null; returns the old picture's id. */
function exchange(deps: Deps, context: CommandContext, next: { id: string; type: Picture['type'] } | null) {
  const { id } = context.user
  return deps.db.transaction().execute(async (trx) => {
    const { picture_id: old } = await trx
      .selectFrom('app_user')
      .select('picture_id')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    if (old === null && next === null) return null
    const picture = { picture_id: next?.id ?? null, picture_type: next?.type ?? null }
    await changeAccount(trx, id, { ...picture, updated_at: isoOf(deps.clock()) })
    const action = next === null ? 'user.picture_removed' : 'user.picture_changed'
    await writeAudit(deps, trx, { context, action, subject: ['user', id] })
    await deps.events.publish(trx, { topic: 'user', id, user_ids: [id], staff: true })
    return old
  })
}

/** Removes an old picture's file. A failure is only logged: no row names the file, so it just takes space. */
async function forget(deps: Deps, picture_id: string | null) {
  if (picture_id === null) return
  await deps.storage.remove(storageKey(picture_id)).catch((err: unknown) => {
    deps.log.warn({ err, picture_id }, 'an old picture could not be removed')
  })
}

/** Stores the caller's picture under a new id; the old address then answers 404. */
export async function setPicture(deps: Deps, context: CommandContext, picture: Picture) {
  const id = randomUUID()
  await deps.storage.put(storageKey(id), picture.bytes, picture.type)
  await forget(deps, await exchange(deps, context, { id, type: picture.type }))
  return { picture: picturePath(id) }
}

/** Removes the caller's picture. */
export async function removePicture(deps: Deps, context: CommandContext) {
  await forget(deps, await exchange(deps, context, null))
  return { picture: null }
}
