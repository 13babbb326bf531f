import { businessDay } from '@quincena/domain/dates'
import type { Consent, ConsentInput } from '@quincena/domain/legal/consent'
import {
  MARKETING_WORDING,
  type MarketingConsent,
  type MarketingConsentBody,
} from '@quincena/domain/legal/marketing'
import { isoOf } from '../../command/clock.ts'
import type { CommandContext } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import { runCommand } from '../../command/run-command.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { writeAudit } from '../../platform/audit/commands/write-audit.ts'
import { listInForce } from '../texts/queries/versions.ts'
import { getMarketingConsent, listConsents, listLegalDocuments } from './queries.ts'

interface Consents {
  user_id: number
  ip: string | null
  user_agent: string | null
  consents: readonly ConsentInput[]
  /** What happens with a consent to a version that is not in force: 409, or it is left out. */
  outdated: 'refuse' | 'ignore'
}

/** The consents to texts in force today, each with the hash of its text. */
async function listAcceptable(deps: Deps, trx: Trx, { consents, outdated }: Consents) {
  const [today, documents] = [businessDay(deps.clock()), consents.map(({ document }) => document)]
  const texts = await listLegalDocuments(trx, { today, lender: deps.brand.current().lender }, documents)
  return consents.flatMap(({ document, version }) => {
    const text = texts.find((one) => one.document === document && one.version === version)
    if (text !== undefined) return [{ document, version, text_sha256: text.sha256 }]
    if (outdated === 'refuse') throw new AppError('legal.version_outdated', 409)
    return []
  })
}

/**
 * Stores a user's consents to texts in force: version, text hash, instant and IP address. A second consent to the same
 * version keeps the first. Throws `legal.version_outdated` (409) if the version is not in force and is not to be ignored.
 */
export async function recordConsents(deps: Deps, trx: Trx, given: Consents) {
  if (given.consents.length === 0) return
  const accepted = await listAcceptable(deps, trx, given)
  if (accepted.length === 0) return
  const { user_id, ip, user_agent } = given
  const given_at = isoOf(deps.clock())
  await trx
    .insertInto('consent')
    .values(accepted.map((row) => ({ ...row, user_id, ip, user_agent, given_at })))
    .onConflict((conflict) => conflict.columns(['user_id', 'document', 'version']).doNothing())
    .execute()
}

/** Throws `legal.version_outdated` (409), at each text, if a version is not in force. */
export async function refuseOutdated(deps: Deps, consents: readonly ConsentInput[]): Promise<void> {
  const documents = consents.map(({ document }) => document)
  const texts = await listInForce(deps.db, { documents, day: businessDay(deps.clock()) })
  const code = 'legal.version_outdated'
  const fields = consents
    .filter(
      ({ document, version }) =>
        !texts.some((text) => text.document === document && text.version === version),
    )
    .map(({ document }) => [document, code] as const)
  if (fields.length > 0) throw new AppError(code, 409, { fields: Object.fromEntries(fields) })
}

/** Stores consents of the signed-in user; returns the user's consents to the texts in force. */
export function giveConsents(deps: Deps, context: CommandContext, consents: readonly ConsentInput[]) {
  return runCommand(deps, context, async (trx): Promise<{ consents: Consent[] }> => {
    const { ip, user_agent, user } = context
    await recordConsents(deps, trx, { user_id: user.id, ip, user_agent, consents, outdated: 'refuse' })
    return { consents: await listConsents(trx, { user_id: user.id, today: businessDay(deps.clock()) }) }
  })
}

/**
 * Stores whether the signed-in user accepts advertising; the same decision again adds nothing. Throws
 * `legal.version_outdated` (409) if the wording that was shown is not the present one.
 */
export function decideMarketing(deps: Deps, context: CommandContext, decision: MarketingConsentBody) {
  const { is_given, wording_version, place } = decision
  return runCommand(deps, context, async (trx): Promise<MarketingConsent> => {
    const { ip, user_agent } = context
    const user_id = context.user.id
    if (wording_version !== MARKETING_WORDING.version) throw new AppError('legal.version_outdated', 409)
    // One decision of a person at a time, so that the newest row is the last decision.
    await trx.selectFrom('app_user').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
    const before = await getMarketingConsent(trx, user_id)
    if (before.is_given === is_given) return before
    const decided_at = isoOf(deps.clock())
    const row = { user_id, is_given, wording_version, place, ip, user_agent, decided_at }
    await trx.insertInto('marketing_consent').values(row).execute()
    const action = is_given ? ('marketing.accepted' as const) : ('marketing.withdrawn' as const)
    const after = { wording_version, place }
    await writeAudit(deps, trx, { context, action, subject: ['user', user_id], after })
    return getMarketingConsent(trx, user_id)
  })
}
