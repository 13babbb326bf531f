import type { Day } from '@quincena/domain/dates'
import type { TextDocumentName } from '@quincena/domain/texts/content'
import { type RawBuilder, sql } from 'kysely'
import { AppError } from '../../../command/errors.ts'
import type { Db, Trx } from '../../../db/types.ts'

/**
 * SQL for the id, document, version and hash of each text in force on a business day, inside another query: of the versions
 * whose date is not later the one with the latest date, of equal dates the last one.
 */
export const textsInForce = (today: Day): RawBuilder<unknown> => sql`(
  select distinct on (document) id, document, version, sha256 from text_version
  where effective_on <= ${today} order by document, effective_on desc, id desc)`

function selectVersions(db: Db | Trx) {
  return db
    .selectFrom('text_version')
    .select(['text_version.id', 'text_version.document', 'text_version.version', 'text_version.content'])
    .select(['text_version.sha256', 'text_version.effective_on as effective_date', 'text_version.summary'])
}

/** A version with its text before the fields are filled. */
export type StoredVersion = Awaited<ReturnType<ReturnType<typeof selectVersions>['execute']>>[number]

/** The version of a document in force on a day; undefined before its first one. */
export function findInForce(
  db: Db | Trx,
  { document, day }: { document: TextDocumentName; day: Day },
): Promise<StoredVersion | undefined> {
  return selectVersions(db)
    .where('document', '=', document)
    .where('effective_on', '<=', day)
    .orderBy('effective_on', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The version of a document in force on a day. Throws `text.version_not_found` (404) before its first one. */
export async function getInForce(
  db: Db | Trx,
  of: { document: TextDocumentName; day: Day },
): Promise<StoredVersion> {
  const version = await findInForce(db, of)
  if (version === undefined) throw new AppError('text.version_not_found', 404)
  return version
}

/** The versions in force on a day of some documents. */
export function listInForce(
  db: Db | Trx,
  { documents, day }: { documents: readonly TextDocumentName[]; day: Day },
): Promise<StoredVersion[]> {
  return selectVersions(db)
    .distinctOn('document')
    .where('document', 'in', documents)
    .where('effective_on', '<=', day)
    .orderBy('document')
    .orderBy('effective_on', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/**
 * True of a row of `text_version` that never was in force: another one for the same date was approved before that date
 * began in Mexico City.
 */
const wasOvertaken = sql<boolean>`exists (select from text_version as later
  where later.document = text_version.document and later.effective_on = text_version.effective_on
    and later.id > text_version.id
    and later.approved_at < text_version.effective_on::timestamp at time zone 'America/Mexico_City')`

/**
 * The versions of a document that are or were in force up to a day, newest first. Their number grows with each
 * publication only.
 */
export function listUntil(
  db: Db | Trx,
  { document, day }: { document: TextDocumentName; day: Day },
): Promise<StoredVersion[]> {
  return selectVersions(db)
    .where('document', '=', document)
    .where('effective_on', '<=', day)
    .where((eb) => eb.not(wasOvertaken))
    .orderBy('effective_on', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

function selectListed(db: Db | Trx) {
  return selectVersions(db)
    .leftJoin('app_user as author', 'author.id', 'text_version.created_by')
    .leftJoin('app_user as approver', 'approver.id', 'text_version.approved_by')
    .select(['text_version.source', 'text_version.created_at', 'text_version.approved_at'])
    .select([
      sql<string | null>`author.first_name || ' ' || author.last_name`.as('author'),
      sql<string | null>`approver.first_name || ' ' || approver.last_name`.as('approver'),
    ])
    .orderBy('text_version.effective_on', 'desc')
    .orderBy('text_version.id', 'desc')
}

/** All versions of a document, also future ones, newest first. */
export const listAll = (db: Db | Trx, document: TextDocumentName) =>
  selectListed(db).where('text_version.document', '=', document).execute()

/** The versions of all documents that are in force on a day or wait for theirs, newest first. */
export const listCurrent = (db: Db | Trx, today: Day) =>
  selectListed(db)
    .where((eb) =>
      eb.or([
        eb('text_version.effective_on', '>', today),
        sql<boolean>`text_version.id in (select in_force.id from ${textsInForce(today)} as in_force)`,
      ]),
    )
    .execute()

/** Texts of some documents that are in force on a day or wait for theirs, newest first. */
export const listCurrentContents = (
  db: Db | Trx,
  { documents, day }: { documents: readonly TextDocumentName[]; day: Day },
): Promise<StoredVersion[]> =>
  selectVersions(db)
    .where('document', 'in', documents)
    .where((eb) =>
      eb.or([
        eb('text_version.effective_on', '>', day),
        sql<boolean>`text_version.id in (select in_force.id from ${textsInForce(day)} as in_force)`,
      ]),
    )
    .orderBy('effective_on', 'desc')
    .orderBy('text_version.id', 'desc')
    .execute()

/** A version with where it comes from and its people. */
export type ListedVersion = Awaited<ReturnType<typeof listAll>>[number]

/** The version of a document with a label, whatever its date. */
export function findVersion(
  db: Db | Trx,
  { document, version }: { document: TextDocumentName; version: string },
): Promise<StoredVersion | undefined> {
  return selectVersions(db).where('document', '=', document).where('version', '=', version).executeTakeFirst()
}
