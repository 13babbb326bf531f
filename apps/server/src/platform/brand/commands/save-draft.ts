import { type BrandContent, canonicalBrand } from '@quincena/domain/brand/content'
import type { BrandDraft, BrandDraftBody } from '@quincena/domain/brand/schema'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { type AuditedCaller, writeAudit } from '../../audit/commands/write-audit.ts'
import { presentBrandDraft } from '../presenters.ts'
import { findDraft, lockDraft, refuseAwaiting } from '../queries/drafts.ts'
import { requireLogo } from '../queries/logos.ts'
import { hashBrand, refuseFaultyBrand } from '../rules.ts'
import type { BrandDeps } from './store-version.ts'

interface Draft {
  context: AuditedCaller | null
  content: BrandContent
  logo: string | null
  summary: string
  /** The version of the draft that was edited, 0 for none; undefined overwrites. */
  version: number | undefined
}

/**
 * Writes the draft of the brand. Throws `request.invalid` (422) with the problems at their fields, `logo.not_found` (422),
 * `brand.draft_changed` (409) and `brand.awaits_approval` (409).
 */
export async function writeBrandDraft(deps: BrandDeps, trx: Trx, draft: Draft): Promise<void> {
  const { context, logo, summary, version } = draft
  const content = canonicalBrand(draft.content)
  refuseFaultyBrand(content)
  const stored = await lockDraft(trx)
  if (version !== undefined && version !== (stored?.version ?? 0))
    throw new AppError('brand.draft_changed', 409)
  if (stored !== undefined) await refuseAwaiting(trx)
  await requireLogo(trx, logo)
  const values = {
    ...{ content: JSON.stringify(content), logo_sha256: logo, summary },
    ...{ updated_by: context?.user.id ?? null, updated_at: isoOf(deps.clock()) },
  }
  const query =
    stored === undefined
      ? trx.insertInto('brand_draft').values(values).returning('id')
      : trx.updateTable('brand_draft').set(values).where('id', '=', stored.id).returning('id')
  const { id } = await query.executeTakeFirstOrThrow()
  const after = { summary, sha256: hashBrand(content, logo) }
  await writeAudit(deps, trx, { context, action: 'brand.draft_saved', subject: ['brand', id], after })
  await deps.events.publish(trx, { topic: 'brand', id, user_ids: [], staff: true })
}

/** Saves the draft of the brand, as `writeBrandDraft`. */
export function saveBrandDraft(
  deps: Deps,
  context: CommandContext,
  { logo, summary, version, ...content }: BrandDraftBody,
): Promise<BrandDraft> {
  return runCommand(deps, context, async (trx) => {
    await writeBrandDraft(deps, trx, { context, content, logo, summary, version })
    const draft = await findDraft(trx)
    if (draft === undefined) throw new AppError('brand.draft_not_found', 404)
    return presentBrandDraft(draft)
  })
}

/**
 * Deletes the draft of the brand, if there is one. Throws `brand.draft_changed` (409) if it has another version than the
 * one that was read, and `brand.awaits_approval` (409).
 */
export function deleteBrandDraft(deps: Deps, context: CommandContext, version: number | undefined) {
  return runCommand(deps, context, async (trx) => {
    const draft = await lockDraft(trx)
    if (draft === undefined) return {}
    if (version !== undefined && version !== draft.version) throw new AppError('brand.draft_changed', 409)
    await refuseAwaiting(trx)
    const { id, content, logo_sha256, summary } = draft
    await trx.deleteFrom('brand_draft').where('id', '=', id).execute()
    const before = { summary, sha256: hashBrand(content, logo_sha256) }
    await writeAudit(deps, trx, { context, action: 'brand.draft_deleted', subject: ['brand', id], before })
    await deps.events.publish(trx, { topic: 'brand', id, user_ids: [], staff: true })
    return {}
  })
}
