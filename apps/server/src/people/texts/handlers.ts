import type { ApprovalLine } from '@quincena/domain/approvals/schema'
import { businessDay } from '@quincena/domain/dates'
import { day, id } from '@quincena/domain/fields'
import { formatLongDate } from '@quincena/domain/format'
import { type TextContent, textDocumentName } from '@quincena/domain/texts/content'
import { diffTexts } from '@quincena/domain/texts/diff'
import { textDocuments } from '@quincena/domain/texts/documents'
import { z } from 'zod'
import { AppError } from '../../command/errors.ts'
import type { Trx } from '../../db/types.ts'
import type { ApprovalAction } from '../../platform/approvals/handlers.ts'
import { storeVersion } from './commands/store-version.ts'
import { lockDraftOf, PUBLISH_ACTION } from './queries/drafts.ts'
import { findInForce } from './queries/versions.ts'
import { hashText, refuseUnwritten } from './rules.ts'

/** The draft as it was read; `sha256` and `summary` are its text and what changed. */
const ofPublication = z.object({
  draft_id: id,
  document: textDocumentName,
  version: z.string(),
  effective_date: day,
  summary: z.string(),
  sha256: z.string(),
})
type OfPublication = z.output<typeof ofPublication>

/** How many sections differ, in Spanish. */
function changesInWords(from: TextContent, to: TextContent): string {
  const { sections } = diffTexts(from, to)
  const count = (wanted: string) => sections.filter(({ kind }) => kind === wanted).length
  const parts = [
    [count('changed'), 'con cambios', 'con cambios'],
    [count('added'), 'nueva', 'nuevas'],
    [count('removed'), 'eliminada', 'eliminadas'],
    [count('same'), 'igual', 'iguales'],
  ] as const
  return parts
    .filter(([number]) => number > 0)
    .map(([number, one, many]) => `${number} ${number === 1 ? one : many}`)
    .join(', ')
}

async function describeChanges(trx: Trx, payload: OfPublication): Promise<ApprovalLine[]> {
  const { draft_id, document, effective_date: on, version, summary, sha256 } = payload
  const [draft, in_force] = [await lockDraftOf(trx, draft_id), await findInForce(trx, { document, day: on })]
  const replaced = in_force === undefined ? {} : { before: in_force.version }
  const lines: ApprovalLine[] = [
    { label: 'Documento', value: textDocuments[document].name },
    { label: 'Versión', value: version, ...replaced },
    { label: 'Entra en vigor', value: formatLongDate(on, { withYear: true }) },
    { label: 'Qué cambia', value: summary },
  ]
  if (draft !== undefined && in_force !== undefined)
    lines.push({ label: 'Secciones', value: changesInWords(in_force.content, draft.content) })
  lines.push({ label: 'Huella del texto (SHA-256)', value: sha256 })
  return lines.filter(({ value }) => value !== '')
}

/** The publication of a draft that another admin approves. */
export const publication: ApprovalAction<typeof ofPublication> = {
  ...{ name: PUBLISH_ACTION, payload: ofPublication, requesters: ['U0'], deciders: 'admin', is_single: true },
  subjectOf: ({ draft_id }: OfPublication) => ['text', draft_id],
  async describe(trx, payload: OfPublication) {
    const title = `Publicar: ${textDocuments[payload.document].name}, versión ${payload.version}`
    return { title, amount: null, person: null, lines: await describeChanges(trx, payload) }
  },
  async isUnchanged(trx, { draft_id, sha256, summary }: OfPublication) {
    const draft = await lockDraftOf(trx, draft_id)
    return draft !== undefined && draft.summary === summary && hashText(draft.content) === sha256
  },
  /** Throws `text.date_passed` (409) after the date on which the version should have come into force. */
  async execute(deps, trx, { context, payload, approval }) {
    const { draft_id, document, version, effective_date, summary } = payload
    if (effective_date < businessDay(deps.clock())) throw new AppError('text.date_passed', 409)
    const draft = await lockDraftOf(trx, draft_id)
    if (draft === undefined) throw new AppError('text.draft_not_found', 409)
    // A request of before this rule may have such a text.
    refuseUnwritten(draft.content)
    const { requested_at } = await trx
      .selectFrom('approval')
      .select('requested_at')
      .where('id', '=', approval.id)
      .executeTakeFirstOrThrow()
    const people = { created_by: approval.requested_by, approved_by: context.user.id, requested_at }
    const by = { source: 'two_admins', approval_id: approval.id, ...people } as const
    const text = { document, version, effective_date, summary, content: draft.content }
    const version_id = await storeVersion(deps, trx, { ...text, context, by })
    await trx.deleteFrom('text_draft').where('id', '=', draft_id).execute()
    return { version_id }
  },
}
