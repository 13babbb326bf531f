import type { Day } from '@quincena/domain/dates'
import { consentNames } from '@quincena/domain/legal/consent'
import type { Lender } from '@quincena/domain/lender/schema'
import { TEXT_DOCUMENTS, type TextDocumentName } from '@quincena/domain/texts/content'
import { textDocuments } from '@quincena/domain/texts/documents'
import { formatTextValue, sampleValues } from '@quincena/domain/texts/fill'
import type {
  TextDetail,
  TextListRow,
  TextVersion,
  textFields,
  textList,
  textVersionDetail,
} from '@quincena/domain/texts/schema'
import type { z } from 'zod'
import type { Actor } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Db } from '../../../db/types.ts'
import { getApproval, hasLent } from '../../../platform/approvals/queries.ts'
import { presentDraft, presentListed } from '../presenters.ts'
import { findOpenPublications, listDrafts } from './drafts.ts'
import { listAll, listCurrent } from './versions.ts'

/** Who reads the texts, on which business day, and the lender whose data fills them. */
export interface Reader {
  actor: Actor
  today: Day
  lender: Lender
}

const needsConsent = (document: TextDocumentName) => consentNames.some((name) => name === document)

/** What the list and the page of a document share: the version in force and the one that follows. */
function currentOf(document: TextDocumentName, versions: readonly TextVersion[]) {
  return {
    ...{ document, name: textDocuments[document].name, needs_consent: needsConsent(document) },
    in_force: versions.find(({ state }) => state === 'in_force') ?? null,
    next: versions.findLast(({ state }) => state === 'waiting') ?? null,
  }
}

/** All documents, with what is in force, what waits and whether there is a draft. */
export async function listTexts(
  db: Db,
  { actor, today, lender }: Reader,
): Promise<z.output<typeof textList>> {
  const [versions, drafts, open, has_paid_out] = await Promise.all([
    listCurrent(db, today),
    listDrafts(db),
    findOpenPublications(db),
    hasLent(db),
  ])
  const approvals = await Promise.all(
    open.map(async ({ id, document }) => ({ document, approval: await getApproval(db, actor, id) })),
  )
  const documents = TEXT_DOCUMENTS.map((document): TextListRow => {
    const own = versions.filter((row) => row.document === document)
    const draft = drafts.find((row) => row.document === document)
    return {
      ...currentOf(document, presentListed(lender, own, today)),
      approval: approvals.find((row) => row.document === document)?.approval ?? null,
      draft:
        draft === undefined
          ? null
          : { version: draft.version, updated: { name: draft.editor, at: draft.updated_at } },
    }
  })
  return { is_alone_allowed: !has_paid_out, documents }
}

/** One document with all its versions, its draft and the publication that waits. */
export async function getText(
  db: Db,
  { actor, today, lender }: Reader,
  document: TextDocumentName,
): Promise<TextDetail> {
  const [rows, [draft], open, has_paid_out] = await Promise.all([
    listAll(db, document),
    listDrafts(db, document),
    findOpenPublications(db),
    hasLent(db),
  ])
  const versions = presentListed(lender, rows, today)
  const current = currentOf(document, versions)
  const waiting = open.find((row) => row.document === document)
  return {
    ...current,
    is_alone_allowed: !has_paid_out,
    approval: waiting === undefined ? null : await getApproval(db, actor, waiting.id),
    versions,
    content: rows.find(({ id }) => id === current.in_force?.id)?.content ?? null,
    draft: draft === undefined ? null : presentDraft(draft),
    // The rows are in the order in which they come into force, the last one first.
    replaces:
      rows.find(({ effective_date }) => waiting && effective_date <= waiting.effective_date)?.version ?? null,
  }
}

/** One version of a document with its text, also one that waits. Throws `text.version_not_found` (404). */
export async function getVersion(
  db: Db,
  { today, lender }: Reader,
  { document, version }: { document: TextDocumentName; version: string },
): Promise<z.output<typeof textVersionDetail>> {
  const rows = await listAll(db, document)
  const row = rows.find((one) => one.version === version)
  const shown = presentListed(lender, rows, today).find((one) => one.version === version)
  if (row === undefined || shown === undefined) throw new AppError('text.version_not_found', 404)
  return { ...shown, document, content: row.content }
}

/** What a document's text may contain, each field with its sample as the text shows it. */
export function listFields(document: TextDocumentName): z.output<typeof textFields> {
  const { fields, conditions, required, has_categories } = textDocuments[document]
  const { values } = sampleValues(document)
  return {
    fields: fields.map(({ name, type, description }) => ({
      ...{ name, type, description },
      sample: formatTextValue(type, values[name] ?? ''),
    })),
    conditions: [...conditions],
    required: [...required],
    has_categories,
  }
}
