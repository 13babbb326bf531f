import type { ApprovalLine } from '@quincena/domain/approvals/schema'
import { diffBrands } from '@quincena/domain/brand/diff'
import { businessDay } from '@quincena/domain/dates'
import { day, id } from '@quincena/domain/fields'
import { formatLongDate } from '@quincena/domain/format'
import { z } from 'zod'
import { AppError } from '../../command/errors.ts'
import type { Trx } from '../../db/types.ts'
import type { ApprovalAction } from '../approvals/handlers.ts'
import { storeBrand } from './commands/store-version.ts'
import { presentLogo } from './presenters.ts'
import { findDraft, lockDraftOf, PUBLISH_BRAND } from './queries/drafts.ts'
import { findBrandOn } from './queries/versions.ts'
import { hashBrand } from './rules.ts'

/** The draft as it was read; `sha256` and `summary` are its fields with its logo and what changed. */
const ofPublication = z.object({ draft_id: id, effective_date: day, summary: z.string(), sha256: z.string() })
type OfPublication = z.output<typeof ofPublication>

async function describeChanges(
  trx: Trx,
  { effective_date, summary }: OfPublication,
): Promise<ApprovalLine[]> {
  const [draft, in_force] = [await findDraft(trx), await findBrandOn(trx, effective_date)]
  const lines: ApprovalLine[] = [
    { label: 'Entra en vigor', value: formatLongDate(effective_date, { withYear: true }) },
    { label: 'Qué cambia', value: summary },
  ]
  if (draft === undefined || in_force === undefined) return lines
  const changes = diffBrands(
    { content: in_force.content, logo: presentLogo(in_force) },
    { content: draft.content, logo: presentLogo(draft) },
  )
  const none = 'Ninguno'
  return [
    ...lines,
    ...changes.map(({ name, before, after }) => ({
      label: name,
      value: after || none,
      before: before || none,
    })),
  ]
}

/** The publication of the brand's draft that another admin approves. */
export const brandPublicationAction: ApprovalAction<typeof ofPublication> = {
  ...{ name: PUBLISH_BRAND, payload: ofPublication, requesters: ['U0'], deciders: 'admin', is_single: true },
  subjectOf: ({ draft_id }: OfPublication) => ['brand', draft_id],
  async describe(trx, payload: OfPublication) {
    const lines = await describeChanges(trx, payload)
    return { title: 'Publicar: marca y datos de la financiera', amount: null, person: null, lines }
  },
  async isUnchanged(trx, { draft_id, sha256, summary }: OfPublication) {
    const draft = await lockDraftOf(trx, draft_id)
    return (
      draft !== undefined &&
      draft.summary === summary &&
      hashBrand(draft.content, draft.logo_sha256) === sha256
    )
  },
  /** Throws `brand.date_passed` (409) after the date on which the version should have come into force. */
  async execute(deps, trx, { context, payload, approval }) {
    const { draft_id, effective_date, summary } = payload
    if (effective_date < businessDay(deps.clock())) throw new AppError('brand.date_passed', 409)
    const draft = await lockDraftOf(trx, draft_id)
    if (draft === undefined) throw new AppError('brand.draft_not_found', 409)
    const { requested_at } = await trx
      .selectFrom('approval')
      .select('requested_at')
      .where('id', '=', approval.id)
      .executeTakeFirstOrThrow()
    const people = { created_by: approval.requested_by, approved_by: context.user.id, requested_at }
    const by = { source: 'two_admins', approval_id: approval.id, ...people } as const
    const brand = { effective_date, summary, content: draft.content, logo: draft.logo_sha256 }
    const version_id = await storeBrand(deps, trx, { ...brand, context, by })
    await trx.deleteFrom('brand_draft').where('id', '=', draft_id).execute()
    return { version_id }
  },
}
