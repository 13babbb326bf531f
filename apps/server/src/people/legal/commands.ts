import type { Consent, ConsentInput } from '@quincena/domain/legal/schema'
import { isoOf } from '../../command/clock.ts'
import type { CommandContext } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import { runCommand } from '../../command/run-command.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { getLegalDocument, listConsents } from './queries.ts'

interface Consents {
  user_id: number
  ip: string | null
  user_agent: string | null
  consents: readonly ConsentInput[]
}

function consentRow(deps: Deps, { document, version }: ConsentInput) {
  const text = getLegalDocument(deps.env.lender, document)
  if (text.version !== version) throw new AppError('legal.version_outdated', 409)
  return { document, version, text_sha256: text.sha256 }
}

/**
 * Stores a user's consents to texts in force: version, text hash, instant and IP address. A second consent to the same
 * version keeps the first. Throws `legal.version_outdated` (409) if the version is not in force.
 */
export async function recordConsents(deps: Deps, trx: Trx, { consents, ...person }: Consents) {
  if (consents.length === 0) return
  const given_at = isoOf(deps.clock())
  await trx
    .insertInto('consent')
    .values(consents.map((consent) => ({ ...consentRow(deps, consent), ...person, given_at })))
    .onConflict((conflict) => conflict.columns(['user_id', 'document', 'version']).doNothing())
    .execute()
}

/** Stores consents of the signed-in user; returns the user's consents to the texts in force. */
export function giveConsents(deps: Deps, context: CommandContext, consents: readonly ConsentInput[]) {
  return runCommand(deps, context, async (trx): Promise<{ consents: Consent[] }> => {
    const { ip, user_agent, user } = context
    await recordConsents(deps, trx, { user_id: user.id, ip, user_agent, consents })
    return { consents: await listConsents(trx, user.id) }
  })
}
