import type { FeedbackBody } from '@quincena/domain/feedback/schema'
import { isoOf } from '../../command/clock.ts'
import type { CommandContext } from '../../command/context.ts'
import { runCommand } from '../../command/run-command.ts'
import type { Deps } from '../../deps.ts'

/** Stores a user's feedback about the app, with user and time. */
export function giveFeedback(deps: Deps, context: CommandContext, { level, message }: FeedbackBody) {
  return runCommand(deps, context, async (trx) => {
    const row = { user_id: context.user.id, level, message, created_at: isoOf(deps.clock()) }
    return trx.insertInto('feedback').values(row).returning('id').executeTakeFirstOrThrow()
  })
}
