import { DOCUMENT_COUNT, DOCUMENT_KINDS } from '@quincena/domain/documents/rules'
import { documentRow } from '@quincena/domain/documents/schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, isStaff } from '../../command/context.ts'
import type { Db, Trx } from '../../db/types.ts'
import { orderOf, readPage } from '../../http/pagination.ts'

const columns = [
  'document.id',
  'document.kind',
  'document.filename',
  'document.created_at',
  'document.user_id as user',
  'document.loan_id as loan',
  'document.size_bytes',
  'document.sha256',
  'document.review',
  'document.review_reason as reason',
] as const

/** The stored fields, without the link, which is new in each response. */
const storedDocument = documentRow.omit({ file: true })
export type StoredDocument = z.infer<typeof storedDocument>

interface SelectedRow {
  id: number
  kind: string
  filename: string
  created_at: string
  user: number
  loan: number | null
  size_bytes: number
  sha256: string
  review: 'accepted' | 'refused' | null
  reason: string | null
}

const presentRow = (row: SelectedRow): StoredDocument =>
  storedDocument.parse({ ...row, review: row.review ?? 'pending' })

interface DocumentsQuery {
  page: number
  page_size: number
  ordering?: string | undefined
  user__id?: number | undefined
  loan__id?: number | undefined
}

/** Lists current documents: a worker's own five, or those of a loan. Workers get only their own. */
export async function listDocuments(db: Db, actor: Actor, input: DocumentsQuery) {
  let query = db.selectFrom('document').where('replaced_at', 'is', null)
  if (!isStaff(actor)) query = query.where('user_id', '=', actor.id)
  if (input.user__id !== undefined) query = query.where('user_id', '=', input.user__id)
  query =
    input.loan__id === undefined
      ? query.where('loan_id', 'is', null)
      : query.where('loan_id', '=', input.loan__id)

  const { direction } = orderOf(input.ordering, ['created_at'])
  const ordered = query.select(columns).orderBy('created_at', direction).orderBy('id', direction)
  const { count, rows } = await readPage(ordered, input)
  return { count, rows: rows.map(presentRow) }
}

/** One document by id; replaced ones are included. */
export async function findDocument(db: Db | Trx, id: number): Promise<StoredDocument | undefined> {
  const row = await db.selectFrom('document').select(columns).where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : presentRow(row)
}

/** A loan's signed contract; undefined until it is sealed and stored. */
export async function findSignedContract(db: Db | Trx, loan_id: number): Promise<StoredDocument | undefined> {
  const row = await db
    .selectFrom('document')
    .select(columns)
    .where('loan_id', '=', loan_id)
    .where('kind', '=', 'contract')
    .executeTakeFirst()
  return row === undefined ? undefined : presentRow(row)
}

type UserColumn = 'l.user_id' | 'loan.user_id' | 'app_user.id'

/** How many documents of the user in the column `user_id` staff accepted. */
const acceptedDocuments = (user_id: UserColumn) =>
  sql<number>`(
      select count(*) from document
      where document.user_id = ${sql.ref(user_id)} and document.loan_id is null
        and document.replaced_at is null and document.review = 'accepted')`

/** How many of the five documents of the user in the column `user_id` staff have not accepted. */
export const openDocuments = (user_id: UserColumn) =>
  sql<number>`greatest(${DOCUMENT_COUNT} - ${acceptedDocuments(user_id)}, 0)`

/** True if staff accepted all five documents of the user in the column `user_id`. */
export const hasAcceptedDocuments = (user_id: UserColumn) =>
  sql<boolean>`(${acceptedDocuments(user_id)} >= ${DOCUMENT_COUNT})`

/** True if staff accepted all five documents of a worker. */
export async function areDocumentsAccepted(db: Db | Trx, user_id: number): Promise<boolean> {
  const worker = db.selectFrom('app_user').select('id').where('id', '=', user_id)
  return (await worker.where(hasAcceptedDocuments('app_user.id')).executeTakeFirst()) !== undefined
}

/** Kind and review of a worker's current documents. */
export async function listCurrentReviews(db: Db | Trx, user_id: number) {
  const rows = await db
    .selectFrom('document')
    .select(['kind', 'review'])
    .where('user_id', '=', user_id)
    .where('loan_id', 'is', null)
    .where('replaced_at', 'is', null)
    .execute()
  return rows.map(({ kind, review }) => ({ kind, review: review ?? ('pending' as const) }))
}

/** The review of each of a worker's five documents, in their order; `missing` without one. */
export async function listReviews(db: Db, user_id: number) {
  const reviews = new Map((await listCurrentReviews(db, user_id)).map(({ kind, review }) => [kind, review]))
  return DOCUMENT_KINDS.map((kind) => ({ kind, review: reviews.get(kind) ?? ('missing' as const) }))
}

/** The storage key, file name, kind and person of a document. */
export async function findFile(db: Db, id: number) {
  return db
    .selectFrom('document')
    .select(['storage_key', 'filename', 'kind', 'user_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}
