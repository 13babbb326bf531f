import { channelKeys } from '@quincena/domain/notifications/topics'
import type { AccessConfig, accessConfigBody } from '@quincena/domain/sessions/access-config'
import type { ClientLogBody, Preferences, PreferencesBody } from '@quincena/domain/sessions/schema'
import type { z } from 'zod'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { takeLock } from '../../../db/locks.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { writeSetting } from '../../../platform/settings/commands/write-setting.ts'
import { mergePreferences } from '../../accounts/commands.ts'
import { getAccessConfig } from '../queries/access.ts'
import { getPreferences } from '../queries/sessions.ts'

/**
 * Stores the access configuration; it applies from the next request. Throws `access_config.changed` (409) if `version`
 * is older than the stored one.
 */
export async function changeAccessConfig(
  deps: Deps,
  context: CommandContext,
  { version, ...config }: z.output<typeof accessConfigBody>,
): Promise<AccessConfig> {
  return deps.db.transaction().execute(async (trx) => {
    await takeLock(trx, 'access_config')
    const { id: _, version: stored, ...before } = await getAccessConfig(trx)
    if (version !== undefined && version !== stored) throw new AppError('access_config.changed', 409)
    await writeSetting(trx, 'access', { value: config, updated_at: isoOf(deps.clock()) })
    await writeAudit(deps, trx, {
      context,
      action: 'access_config.changed',
      subject: ['setting', null],
      before,
      after: config,
    })
    return getAccessConfig(trx)
  })
}

/** Changes the named preferences of the caller; the others stay. */
export async function changePreferences(
  deps: Deps,
  context: CommandContext,
  { channels = {}, ...toggles }: PreferencesBody,
): Promise<Preferences> {
  return deps.db.transaction().execute(async (trx) => {
    const named = Object.entries(toggles).filter(([, on]) => on !== undefined)
    const preferences = { ...Object.fromEntries(named), ...channelKeys(channels) }
    const subject_id = context.user.id
    await mergePreferences(trx, subject_id, preferences)
    const action = 'preferences.changed'
    await writeAudit(deps, trx, { context, action, subject: ['user', subject_id], after: preferences })
    return getPreferences(trx, { user_id: subject_id, has_messages: deps.messenger !== null })
  })
}

/** Stores a line of the client's log; the user comes from the session. */
export async function recordClientLog(
  deps: Deps,
  context: CommandContext,
  line: ClientLogBody,
): Promise<void> {
  await deps.db
    .insertInto('client_log')
    .values({ ...line, user_id: context.user.id, created_at: isoOf(deps.clock()) })
    .execute()
}

/** Deletes lines of the client's log after 30 days. */
export async function purgeClientLog(deps: Deps): Promise<void> {
  const limit = isoOf(deps.clock().subtract({ hours: 30 * 24 }))
  await deps.db.deleteFrom('client_log').where('created_at', '<', limit).execute()
}
