import { createHash, randomUUID } from 'node:crypto'
import { businessDay } from '@quincena/domain/dates'
import { type DocumentKind, documentLabel, hasAllDocuments } from '@quincena/domain/documents/rules'
import type { DocumentReviewBody } from '@quincena/domain/documents/schema'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import { isoOf } from '../../command/clock.ts'
import { type CommandContext, isStaff } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import { runCommand } from '../../command/run-command.ts'
import { runUpload } from '../../command/run-upload.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'
import { writeAudit } from '../../platform/audit/commands/write-audit.ts'
import { notify } from '../../platform/notifications/commands/notify.ts'
import { storeDocumentsFlag } from '../accounts/commands.ts'
import { areDocumentsAccepted, findDocument, listCurrentReviews, type StoredDocument } from './queries.ts'

/** A document to store; `loan` is null for a worker's own five documents. */
export interface Upload {
  user: number
  kind: DocumentKind
  loan: number | null
  bytes: Uint8Array
}

/** Sets `has_all_documents`: true if all five current documents exist and none is refused. */
async function refreshFlag(trx: Trx, user_id: number) {
  const has_all_documents = hasAllDocuments(await listCurrentReviews(trx, user_id))
  await storeDocumentsFlag(trx, user_id, has_all_documents)
}

/**
 * Locks the worker who owns the file, so that two uploads of a kind run one after the other. Throws `user.not_found`,
 * `loan.not_found` (404), `field.forbidden` (403).
 */
async function lockOwner(trx: Trx, context: CommandContext, { user, loan }: Upload) {
  const mayUpload = isStaff(context.user) || user === context.user.id
  const owner = await trx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', user)
    .where('user_type', '=', 'U2')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!mayUpload || owner === undefined) throw new AppError('user.not_found', 404)
  if (loan === null) return
  if (!isStaff(context.user)) throw new AppError('field.forbidden', 403)
  const row = await trx
    .selectFrom('loan_summary')
    .select('id')
    .where('id', '=', loan)
    .where('user_id', '=', user)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('loan.not_found', 404)
}

async function replaceCurrent(trx: Trx, { user, kind, loan }: Upload, replaced_at: string) {
  await trx
    .updateTable('document')
    .set({ replaced_at })
    .where('user_id', '=', user)
    .where('kind', '=', kind)
    .where('replaced_at', 'is', null)
    .where('loan_id', loan === null ? 'is' : '=', loan)
    .execute()
}

async function insertDocument(
  deps: Deps,
  trx: Trx,
  row: Upload & { storage_key: string; uploaded_by: number },
) {
  const { id } = await trx
    .insertInto('document')
    .values({
      user_id: row.user,
      loan_id: row.loan,
      kind: row.kind,
      filename: row.kind,
      storage_key: row.storage_key,
      size_bytes: row.bytes.byteLength,
      sha256: createHash('sha256').update(row.bytes).digest('hex'),
      uploaded_by: row.uploaded_by,
      created_at: isoOf(deps.clock()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function requireDocument(trx: Trx, id: number): Promise<StoredDocument> {
  const document = await findDocument(trx, id)
  if (document === undefined) throw new AppError('document.not_found', 404)
  return document
}

/**
 * Stores a worker's document, already checked to be a PDF. It replaces the current one of the same kind, which stays as
 * history, and waits for review. Throws `user.not_found` (404) for another user's documents.
 */
export async function uploadDocument(
  deps: Deps,
  context: CommandContext,
  upload: Upload,
): Promise<StoredDocument> {
  const { user, kind, loan, bytes } = upload
  const storage_key = `documents/${user}/${randomUUID()}.pdf`
  const file = { storage_key, media_type: 'application/pdf', bytes, fields: { user, kind, loan } }
  const work = async (trx: Trx) => {
    await lockOwner(trx, context, upload)
    await replaceCurrent(trx, upload, isoOf(deps.clock()))
    const id = await insertDocument(deps, trx, { ...upload, storage_key, uploaded_by: context.user.id })
    await refreshFlag(trx, user)
    await writeAudit(deps, trx, {
      context,
      action: 'document.uploaded',
      subject: ['document', id],
      after: { kind, user },
    })
    await deps.events.publish(trx, { topic: 'document', id, user_ids: [user], staff: true })
    return requireDocument(trx, id)
  }
  return runUpload(deps, context, { ...file, work })
}

/**
 * Lets staff accept or refuse a worker's current document. A refusal notifies the worker with its reason and makes the
 * documents incomplete. Throws `document.not_found` (404) for contracts, constancias and replaced documents.
 */
export function reviewDocument(
  deps: Deps,
  context: CommandContext,
  input: DocumentReviewBody & { id: number },
) {
  return runCommand(deps, context, async (trx) => {
    const { id, review } = input
    await lockOwnerOf(trx, id)
    const reason = review === 'refused' ? (input.reason ?? null) : null
    const row = await trx
      .updateTable('document')
      .set({ review, review_reason: reason, reviewed_by: context.user.id })
      .where('id', '=', id)
      .where('kind', 'not in', ['contract', 'constancia', 'former_file'])
      .where('replaced_at', 'is', null)
      .returning('user_id')
      .executeTakeFirst()
    if (row === undefined) throw new AppError('document.not_found', 404)
    await refreshFlag(trx, row.user_id)
    await writeAudit(deps, trx, {
      context,
      action: `document.${review}`,
      subject: ['document', id],
      after: { review, reason },
    })
    const document = await requireDocument(trx, id)
    if (review === 'refused') await notifyOfRefusal(deps, trx, document)
    else await notifyOfAcceptance(deps, trx, row.user_id)
    await deps.events.publish(trx, { topic: 'document', id, user_ids: [row.user_id], staff: true })
    return document
  })
}

/**
 * Locks the user before the document, as uploads do, so that only one transaction at a time updates
 * `has_all_documents`.
 */
async function lockOwnerOf(trx: Trx, document_id: number) {
  await trx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', (eb) => eb.selectFrom('document').select('user_id').where('id', '=', document_id))
    .forNoKeyUpdate()
    .execute()
}

/** Notifies a worker whose advance waited for the last of the five documents, once a day at most. */
async function notifyOfAcceptance(deps: Deps, trx: Trx, user_id: number) {
  if (!(await areDocumentsAccepted(trx, user_id))) return
  const offer = trx.selectFrom('loan_summary').select('id').where('user_id', '=', user_id)
  const waiting = offer.where('type', '=', 'advance').where('state', '=', 'approved')
  if ((await waiting.limit(1).executeTakeFirst()) === undefined) return
  const reason_key = `document:${user_id}:${businessDay(deps.clock())}` as const
  await notify(deps, trx, {
    recipient_id: user_id,
    words: wordsOf('notice_document_accepted', {}),
    reason_key,
  })
}

async function notifyOfRefusal(deps: Deps, trx: Trx, { id, user, kind, reason }: StoredDocument) {
  if (user === null || kind === 'contract' || kind === 'constancia' || kind === 'former_file') return
  const words = wordsOf('notice_document_refused', { document: documentLabel(kind), reason })
  const reason_key = `document:${id}:${isoOf(deps.clock())}` as const
  await notify(deps, trx, { recipient_id: user, words, reason_key })
}

interface LoanFile {
  kind: 'contract' | 'constancia' | 'former_file'
  user_id: number
  loan_id: number
  filename: string
  storage_key: string
  bytes: Uint8Array
  /** Absent: the server made it. */
  uploaded_by?: number
}

/**
 * Adds a sealed contract, its constancia or the file of the former system to its loan's documents; the bytes are already
 * stored.
 */
export async function addLoanFile(deps: Deps, trx: Trx, { bytes, uploaded_by, ...row }: LoanFile) {
  const { id } = await trx
    .insertInto('document')
    .values({
      ...row,
      size_bytes: bytes.byteLength,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      uploaded_by: uploaded_by ?? null,
      created_at: isoOf(deps.clock()),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await deps.events.publish(trx, { topic: 'document', id, user_ids: [row.user_id], staff: true })
}
