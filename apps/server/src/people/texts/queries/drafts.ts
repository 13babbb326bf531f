import type { Day } from '@quincena/domain/dates'
import type { TextDocumentName } from '@quincena/domain/texts/content'
import { sql } from 'kysely'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'

function selectDrafts(db: Db | Trx) {
  return db
    .selectFrom('text_draft')
    .leftJoin('app_user as editor', 'editor.id', 'text_draft.updated_by')
    .select([
      'text_draft.id',
      'document',
      'content',
      'summary',
      'text_draft.version',
      'text_draft.updated_at',
    ])
    .select(sql<string | null>`editor.first_name || ' ' || editor.last_name`.as('editor'))
}

/** A draft with the name of the person who saved it last; null: the command line. */
export type StoredDraft = Awaited<ReturnType<ReturnType<typeof selectDrafts>['execute']>>[number]

/** The drafts of all documents, or of one; a document has one at most. */
export const listDrafts = (db: Db | Trx, document?: TextDocumentName): Promise<StoredDraft[]> =>
  selectDrafts(db)
    .$if(document !== undefined, (all) => all.where('document', '=', document ?? 'terms'))
    .execute()

/** Reads the draft of a document and locks it until the transaction ends. */
export const lockDraft = (trx: Trx, document: TextDocumentName) =>
  trx
    .selectFrom('text_draft')
    .select(['id', 'document', 'content', 'summary', 'version'])
    .where('document', '=', document)
    .forUpdate()
    .executeTakeFirst()

/** Reads the draft with an id and locks it until the transaction ends; undefined if it was published or deleted. */
export const lockDraftOf = (trx: Trx, id: number) =>
  trx
    .selectFrom('text_draft')
    .select(['id', 'document', 'content', 'summary'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** The action of publications that wait for another admin; stored requests have it. */
export const PUBLISH_ACTION = 'text.publish'

/** The open publications, by the document of their draft. */
export async function findOpenPublications(
  db: Db | Trx,
): Promise<{ id: number; document: TextDocumentName; effective_date: Day }[]> {
  return db
    .selectFrom('approval')
    .innerJoin('text_draft', 'text_draft.id', 'approval.subject_id')
    .select(['approval.id', 'text_draft.document'])
    .select(sql<Day>`approval.payload ->> 'effective_date'`.as('effective_date'))
    .where('approval.action', '=', PUBLISH_ACTION)
    .where('approval.state', '=', 'open')
    .execute()
}

/** Throws `text.awaits_approval` (409) if the publication of a locked draft waits for another admin. */
export async function refuseAwaiting(trx: Trx, draft_id: number): Promise<void> {
  const open = await trx
    .selectFrom('approval')
    .select('id')
    .where('action', '=', PUBLISH_ACTION)
    .where('subject_id', '=', draft_id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  if (open !== undefined) throw new AppError('text.awaits_approval', 409)
}

/** The draft of a document. Throws `text.draft_not_found` (404). */
export async function getDraft(db: Db, document: TextDocumentName): Promise<StoredDraft> {
  const [draft] = await listDrafts(db, document)
  if (draft === undefined) throw new AppError('text.draft_not_found', 404)
  return draft
}
