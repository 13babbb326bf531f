import type { Deps } from '../command/deps.ts'
import { purgeIdempotencyKeys } from '../command/run-command.ts'
import { purgeSignInAttempts } from '../people/auth/commands/sign-in-attempts.ts'
import { purgeClientLog } from '../people/auth/commands/update-settings.ts'
import { purgeImportRows } from '../people/imports/commands/purge-import-rows.ts'
import { purgeNotifications } from '../platform/notifications/commands/notify.ts'
import { purgeSubscriptions } from '../platform/notifications/commands/push.ts'

/** Deletes expired data. Each owner of a table decides how long it keeps its rows. */
export async function forgetOldKeys(deps: Deps): Promise<void> {
  await purgeIdempotencyKeys(deps)
  await purgeSignInAttempts(deps)
  await purgeImportRows(deps)
  await purgeClientLog(deps)
  await purgeNotifications(deps)
  await purgeSubscriptions(deps)
}
