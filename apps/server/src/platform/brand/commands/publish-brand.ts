import type { Approval } from '@quincena/domain/approvals/schema'
import type { BrandContent } from '@quincena/domain/brand/content'
import type { BrandPublication } from '@quincena/domain/brand/schema'
import { businessDay, type Day } from '@quincena/domain/dates'
import type { MessageCode } from '@quincena/domain/messages'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { requestApproval } from '../../approvals/commands/request-approval.ts'
import { hasLent } from '../../approvals/queries.ts'
import { brandPublicationAction } from '../handlers.ts'
import { lockDraft } from '../queries/drafts.ts'
import { findBrandOn } from '../queries/versions.ts'
import { hashBrand, refuseFaultyBrand } from '../rules.ts'
import { storeBrand } from './store-version.ts'

interface Publication {
  effective_date: Day
  summary: string
  content: BrandContent
  logo: string | null
}

/**
 * Throws `brand.not_publishable` (422) at `effective_date` (before today), `summary` (empty, unless it is the first version)
 * and `content` (equals what is in force on that date), and `request.invalid` (422) for what is wrong with the fields.
 */
export async function refuseUnpublishableBrand(trx: Trx, brand: Publication, today: Day): Promise<void> {
  const { effective_date, summary, content, logo } = brand
  refuseFaultyBrand(content)
  const in_force = await findBrandOn(trx, effective_date)
  const fields: Record<string, MessageCode> = {
    ...(effective_date < today && { effective_date: 'brand.date_before_today' as const }),
    ...(in_force !== undefined && summary === '' && { summary: 'brand.summary_missing' as const }),
    ...(in_force?.sha256 === hashBrand(content, logo) && { content: 'brand.unchanged' as const }),
  }
  if (Object.keys(fields).length > 0) throw new AppError('brand.not_publishable', 422, { fields })
}

/**
 * Publishes the draft of the brand as a version that comes into force on its date. Until the first payout one admin is
 * enough, and the version says so; afterwards it asks another admin and returns the request. Throws
 * `brand.draft_not_found` (404), `brand.draft_changed` (409) if another draft was read, `approval.already_open` (409), and
 * what `refuseUnpublishableBrand` throws.
 */
export async function publishBrand(
  deps: Deps,
  context: CommandContext,
  { effective_date, draft_version }: BrandPublication,
): Promise<{ approval: Approval | null }> {
  const answer = await runCommand(deps, context, async (trx) => {
    const draft = await lockDraft(trx)
    if (draft === undefined) throw new AppError('brand.draft_not_found', 404)
    if (draft_version !== undefined && draft_version !== draft.version)
      throw new AppError('brand.draft_changed', 409)
    const { id: draft_id, content, summary, logo_sha256: logo } = draft
    const brand = { effective_date, summary, content, logo }
    await refuseUnpublishableBrand(trx, brand, businessDay(deps.clock()))
    if (await hasLent(trx)) {
      const payload = { draft_id, effective_date, summary, sha256: hashBrand(content, logo) }
      return {
        approval: await requestApproval(deps, trx, { context, action: brandPublicationAction, payload }),
      }
    }
    await storeBrand(deps, trx, { ...brand, context, by: { source: 'one_admin', user_id: context.user.id } })
    await trx.deleteFrom('brand_draft').where('id', '=', draft_id).execute()
    return { approval: null }
  })
  // The others hear the event; this process shows the version with its answer.
  await deps.brand.reload()
  return answer
}
