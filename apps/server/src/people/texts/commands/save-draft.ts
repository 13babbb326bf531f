import type { TextContent, TextDocumentName } from '@quincena/domain/texts/content'
import { canonicalText } from '@quincena/domain/texts/fill'
import type { TextDraft, TextDraftBody } from '@quincena/domain/texts/schema'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import {
  type AuditedCaller,
  type Auditing,
  writeAudit,
} from '../../../platform/audit/commands/write-audit.ts'
import { presentDraft } from '../presenters.ts'
import { listDrafts, lockDraft, refuseAwaiting } from '../queries/drafts.ts'
import { hashText, refuseFaulty } from '../rules.ts'

/** What the commands of texts need; the command line has no signed-in user and no screens to notify. */
export type TextDeps = Auditing & { events: Pick<Deps['events'], 'publish'> }

interface Draft {
  context: AuditedCaller | null
  document: TextDocumentName
  content: TextContent
  summary: string
  /** The version of the draft that was edited, 0 for none; undefined overwrites. */
  version: number | undefined
}

/**
 * Writes the draft of a document. Throws `request.invalid` (422) with the problems of the text at their places,
 * `text.draft_changed` (409) and `text.awaits_approval` (409).
 */
export async function writeDraft(deps: TextDeps, trx: Trx, draft: Draft): Promise<void> {
  const { context, document, summary, version } = draft
  const content = canonicalText(draft.content)
  refuseFaulty(document, content)
  const stored = await lockDraft(trx, document)
  if (version !== undefined && version !== (stored?.version ?? 0))
    throw new AppError('text.draft_changed', 409)
  if (stored !== undefined) await refuseAwaiting(trx, stored.id)
  const values = {
    ...{ content: JSON.stringify(content), summary, updated_by: context?.user.id ?? null },
    updated_at: isoOf(deps.clock()),
  }
  const query =
    stored === undefined
      ? trx
          .insertInto('text_draft')
          .values({ document, ...values })
          .returning('id')
      : trx.updateTable('text_draft').set(values).where('id', '=', stored.id).returning('id')
  const { id } = await query.executeTakeFirstOrThrow()
  const after = { document, summary, sha256: hashText(content) }
  await writeAudit(deps, trx, { context, action: 'text.draft_saved', subject: ['text', id], after })
  await deps.events.publish(trx, { topic: 'text', id, user_ids: [], staff: true })
}

/** Saves the draft of a document, as `writeDraft`. */
export function saveDraft(
  deps: Deps,
  context: CommandContext,
  { document, body }: { document: TextDocumentName; body: TextDraftBody },
): Promise<TextDraft> {
  const { title, sections, summary, version } = body
  return runCommand(deps, context, async (trx) => {
    await writeDraft(deps, trx, { context, document, summary, version, content: { title, sections } })
    const [draft] = await listDrafts(trx, document)
    if (draft === undefined) throw new AppError('text.draft_not_found', 404)
    return presentDraft(draft)
  })
}

/**
 * Deletes the draft of a document, if there is one. Throws `text.draft_changed` (409) if it has another version than the
 * one that was read, and `text.awaits_approval` (409).
 */
export function deleteDraft(
  deps: Deps,
  context: CommandContext,
  { document, version }: { document: TextDocumentName; version: number | undefined },
) {
  return runCommand(deps, context, async (trx) => {
    const draft = await lockDraft(trx, document)
    if (draft === undefined) return {}
    if (version !== undefined && version !== draft.version) throw new AppError('text.draft_changed', 409)
    await refuseAwaiting(trx, draft.id)
    await trx.deleteFrom('text_draft').where('id', '=', draft.id).execute()
    const before = { document, summary: draft.summary, sha256: hashText(draft.content) }
    await writeAudit(deps, trx, {
      context,
      action: 'text.draft_deleted',
      subject: ['text', draft.id],
      before,
    })
    await deps.events.publish(trx, { topic: 'text', id: draft.id, user_ids: [], staff: true })
    return {}
  })
}
