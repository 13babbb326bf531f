import { purgeIdempotencyKeys } from '../../command/run-command.ts'
import type { Deps } from '../../deps.ts'
import { purgeRequestCounts } from '../../http/shared-counts.ts'
import { defineJob, type Job, noData, type Sweep } from '../../jobs/registry.ts'
import { purgeSigningCodes } from '../../lending/signing-codes/commands/send-code.ts'
import { purgeEmailCodes } from '../../people/auth/commands/confirm-email.ts'
import { purgeSignInAttempts } from '../../people/auth/commands/sign-in-attempts.ts'
import { purgeSignInCounts } from '../../people/auth/commands/sign-in-counts.ts'
import { purgeClientLog } from '../../people/auth/commands/update-settings.ts'
import { purgeImportRows } from '../../people/imports/commands/purge-import-rows.ts'
import { purgeNotifications } from '../../platform/notifications/commands/notify.ts'
import { purgeSubscriptions } from '../../platform/notifications/commands/push.ts'
import { purgeDeliveries } from '../../platform/notifications/commands/send-deliveries.ts'
import { purgeKeptPdfs } from '../../platform/papers/commands.ts'
import { purgeEvents } from '../../platform/webhook-events/commands.ts'
import { purgeAttempts } from '../webhooks/commands/purge-attempts.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'purge-expired-data': Record<string, never>
  }
}

async function purgeCounts(deps: Deps): Promise<void> {
  await purgeSignInCounts(deps)
  await purgeRequestCounts(deps)
}

/**
 * The nightly deletion of expired data. Each owner of a table decides how long it keeps its rows. Counts of tries live
 * for minutes.
 */
export const retentionJobs: (Job | Sweep)[] = [
  { name: 'purge-counts', every_ms: 600_000, run: purgeCounts },
  defineJob('purge-expired-data', {
    data: noData,
    cron: '30 3 * * *',
    async run(deps) {
      await purgeIdempotencyKeys(deps)
      await purgeSignInAttempts(deps)
      await purgeEmailCodes(deps)
      await purgeSigningCodes(deps)
      await purgeImportRows(deps)
      await purgeClientLog(deps)
      await purgeNotifications(deps)
      await purgeSubscriptions(deps)
      await purgeDeliveries(deps)
      await purgeKeptPdfs(deps)
      await purgeEvents(deps)
      await purgeAttempts(deps)
    },
  }),
]
