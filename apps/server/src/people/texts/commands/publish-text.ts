import type { Approval } from '@quincena/domain/approvals/schema'
import { businessDay, type Day } from '@quincena/domain/dates'
import type { MessageCode } from '@quincena/domain/messages'
import type { TextContent, TextDocumentName } from '@quincena/domain/texts/content'
import type { PublishBody } from '@quincena/domain/texts/schema'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { requestApproval } from '../../../platform/approvals/commands/request-approval.ts'
import { hasLent } from '../../../platform/approvals/queries.ts'
import { publication } from '../handlers.ts'
import { lockDraft } from '../queries/drafts.ts'
import { findInForce, findVersion } from '../queries/versions.ts'
import { hashText, refuseFaulty, refuseUnwritten } from '../rules.ts'
import { storeVersion } from './store-version.ts'

interface Publication {
  document: TextDocumentName
  version: string
  effective_date: Day
  summary: string
  content: TextContent
}

/**
 * Throws `text.not_publishable` (422) at `effective_date` (before today), `version` (exists), `summary` (empty, unless it is
 * the first version) and `sections` (the text equals the one in force on that date), and `request.invalid` (422) for what
 * is wrong with the text or still to be written.
 */
export async function refuseUnpublishable(trx: Trx, text: Publication, today: Day): Promise<void> {
  const { document, version, effective_date, summary, content } = text
  refuseFaulty(document, content)
  refuseUnwritten(content)
  const [same_label, in_force] = [
    await findVersion(trx, { document, version }),
    await findInForce(trx, { document, day: effective_date }),
  ]
  const fields: Record<string, MessageCode> = {
    ...(effective_date < today && { effective_date: 'text.date_before_today' as const }),
    ...(same_label !== undefined && { version: 'text.version_exists' as const }),
    ...(in_force !== undefined && summary === '' && { summary: 'text.summary_missing' as const }),
    ...(in_force?.sha256 === hashText(content) && { sections: 'text.unchanged' as const }),
  }
  if (Object.keys(fields).length > 0) throw new AppError('text.not_publishable', 422, { fields })
}

/**
 * Publishes the draft of a document as a version that comes into force on its date. Until the first payout one admin is
 * enough, and the version says so; afterwards it asks another admin and returns the request. Throws
 * `text.draft_not_found` (404), `text.draft_changed` (409) if another draft was read, `approval.already_open` (409), and
 * what `refuseUnpublishable` throws.
 */
export function publishText(
  deps: Deps,
  context: CommandContext,
  { document, body }: { document: TextDocumentName; body: PublishBody },
): Promise<{ approval: Approval | null }> {
  const { version, effective_date, draft_version } = body
  return runCommand(deps, context, async (trx) => {
    const draft = await lockDraft(trx, document)
    if (draft === undefined) throw new AppError('text.draft_not_found', 404)
    if (draft_version !== undefined && draft_version !== draft.version)
      throw new AppError('text.draft_changed', 409)
    const { id: draft_id, content, summary } = draft
    const text = { document, version, effective_date, summary, content }
    await refuseUnpublishable(trx, text, businessDay(deps.clock()))
    if (await hasLent(trx)) {
      const payload = { draft_id, document, version, effective_date, summary, sha256: hashText(content) }
      return { approval: await requestApproval(deps, trx, { context, action: publication, payload }) }
    }
    await storeVersion(deps, trx, { ...text, context, by: { source: 'one_admin', user_id: context.user.id } })
    await trx.deleteFrom('text_draft').where('id', '=', draft_id).execute()
    return { approval: null }
  })
}
