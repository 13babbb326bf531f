import type { Day } from '@quincena/domain/dates'
import { type Consent, consentNames } from '@quincena/domain/legal/consent'
import type { MarketingConsent } from '@quincena/domain/legal/marketing'
import type { LegalDocument, OwnConsent, OwnConsents } from '@quincena/domain/legal/schema'
import type { Lender } from '@quincena/domain/lender/schema'
import type { TextDocumentName } from '@quincena/domain/texts/content'
import { diffTexts } from '@quincena/domain/texts/diff'
import type { publicVersions, textChanges } from '@quincena/domain/texts/schema'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type CommandContext, isStaff } from '../../command/context.ts'
import { AppError } from '../../command/errors.ts'
import { isOneOf } from '../../db/one-of.ts'
import type { Db, Trx } from '../../db/types.ts'
import { presentPublic } from '../texts/presenters.ts'
import { getInForce, listInForce, listUntil, textsInForce } from '../texts/queries/versions.ts'
import { presentVersion } from '../texts/rules.ts'

/** The business day, and the lender whose data fills the texts. */
interface Reading {
  today: Day
  lender: Lender
}

/** The text in force with the lender's data. Throws `text.version_not_found` (404) before its first version. */
export async function getLegalDocument(
  db: Db | Trx,
  { today, lender }: Reading,
  document: TextDocumentName,
): Promise<LegalDocument> {
  return presentVersion(lender, await getInForce(db, { document, day: today }))
}

/** The texts in force of some documents with the lender's data; those without a version are left out. */
export async function listLegalDocuments(
  db: Db | Trx,
  { today, lender }: Reading,
  documents: readonly TextDocumentName[],
): Promise<LegalDocument[]> {
  const rows = await listInForce(db, { documents, day: today })
  return rows.map((row) => presentVersion(lender, row))
}

/** The versions that are or were in force, newest first. */
export async function listVersions(
  db: Db,
  { today, lender }: Reading,
  document: TextDocumentName,
): Promise<z.output<typeof publicVersions>> {
  const rows = await listUntil(db, { document, day: today })
  return { document, versions: rows.map((row, index) => presentPublic(lender, row, index === 0)) }
}

/** One version that is or was in force. Throws `text.version_not_found` (404), also for one that waits for its date. */
export async function getLegalVersion(
  db: Db,
  { today, lender }: Reading,
  { document, version }: { document: TextDocumentName; version: string },
): Promise<LegalDocument> {
  const rows = await listUntil(db, { document, day: today })
  const row = rows.find((one) => one.version === version)
  if (row === undefined) throw new AppError('text.version_not_found', 404)
  return presentVersion(lender, row)
}

/** A filled text as one whose paragraphs have no conditions, to compare it. */
const comparable = ({ title, sections }: LegalDocument) => ({
  title,
  sections: sections.map((section) => ({
    ...section,
    paragraphs: section.paragraphs.map((text) => ({ text })),
  })),
})

/**
 * What changed between a version that was in force and the one that is. Throws `text.version_not_found` (404) for a
 * version that never was.
 */
export async function getChanges(
  db: Db,
  { today, lender }: Reading,
  { document, from }: { document: TextDocumentName; from: string },
): Promise<z.output<typeof textChanges>> {
  const rows = await listUntil(db, { document, day: today })
  const [newest] = rows
  const place = rows.findIndex(({ version }) => version === from)
  const older = rows[place]
  if (newest === undefined || older === undefined) throw new AppError('text.version_not_found', 404)
  const [from_text, to_text] = [presentVersion(lender, older), presentVersion(lender, newest)]
  return {
    document,
    from: presentPublic(lender, older, older === newest),
    to: presentPublic(lender, newest, true),
    summaries: rows
      .slice(0, place)
      .reverse()
      .map(({ version, summary }) => ({ version, summary })),
    diff: diffTexts(comparable(from_text), comparable(to_text)),
  }
}

/** True of a row of `consent` whose version is in force on a day, inside another query. */
const isCurrent = (today: Day): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ${textsInForce(today)} as in_force
    where in_force.document = consent.document and in_force.version = consent.version)`

/** A user's consents to the texts in force. A consent to an older version does not count: the app asks again. */
export async function listConsents(
  db: Db | Trx,
  { user_id, today }: { user_id: number; today: Day },
): Promise<Consent[]> {
  return db
    .selectFrom('consent')
    .select(['document', 'version', 'given_at as accepted_at'])
    .where('user_id', '=', user_id)
    .where(isCurrent(today))
    .orderBy('document')
    .execute()
}

/** SQL for the consents of `listConsents` inside another select, by its column of the user. */
export const consentsOf = (user_id: RawBuilder<unknown>, today: Day) => sql<Consent[]>`(
  select coalesce(json_agg(json_build_object('document', document, 'version', version,
    'accepted_at', to_char(given_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by document), '[]')
  from consent where consent.user_id = ${user_id} and ${isCurrent(today)})`

/** All consents that a user ever gave, newest first, with those that count today. */
async function listOwnConsents(
  db: Db,
  { user_id, today }: { user_id: number; today: Day },
): Promise<OwnConsent[]> {
  return db
    .selectFrom('consent')
    .select(['document', 'version', 'given_at as accepted_at', 'text_sha256 as sha256'])
    .select(isCurrent(today).as('is_current'))
    .where('user_id', '=', user_id)
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

const decisionsOf = (db: Db | Trx, user_id: number) =>
  db
    .selectFrom('marketing_consent')
    .select(['is_given', 'wording_version', 'decided_at'])
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')

/** At most so many decisions of one person are shown. */
const shownDecisions = 100

/** What a user decided about advertising, newest first. */
export async function getMarketingConsent(db: Db | Trx, user_id: number): Promise<MarketingConsent> {
  const history = await decisionsOf(db, user_id).limit(shownDecisions).execute()
  return { is_given: history[0]?.is_given ?? false, history }
}

/** SQL for whether a user's newest decision about advertising accepts it, for the name of the user's id. */
export const acceptsMarketing = (user_id: string) =>
  sql<boolean>`coalesce((select is_given from marketing_consent where user_id = ${sql.ref(user_id)}
    order by id desc limit 1), false)`

/** The consents of a user for themselves and for staff. Everybody else gets `user.not_found` (404). */
export async function getConsents(
  db: Db,
  { user }: CommandContext,
  { user_id, today }: { user_id: number; today: Day },
): Promise<OwnConsents> {
  if (user.id !== user_id && !isStaff(user)) throw new AppError('user.not_found', 404)
  const person = await db.selectFrom('app_user').select('id').where('id', '=', user_id).executeTakeFirst()
  if (person === undefined) throw new AppError('user.not_found', 404)
  return {
    consents: await listOwnConsents(db, { user_id, today }),
    marketing: await getMarketingConsent(db, user_id),
  }
}

interface Moment {
  user_id: number
  /** ISO instant. */
  at: string
}

/**
 * Whether a worker had accepted, by an instant, the version in force on a business day of every text that needs a
 * consent.
 */
export async function hasCurrentConsents(
  db: Db | Trx,
  { user_id, at, today }: Moment & { today: Day },
): Promise<boolean> {
  const rows = await db
    .selectFrom('consent')
    .select('document')
    .where('user_id', '=', user_id)
    .where('given_at', '<=', at)
    .where(isOneOf('document', consentNames))
    .where(isCurrent(today))
    .execute()
  return consentNames.every((document) => rows.some((row) => row.document === document))
}

/** A worker's newest consent to each text up to an instant, that is, the versions in force for them at that time. */
export async function listConsentsAt(db: Db | Trx, { user_id, at }: Moment) {
  return db
    .selectFrom('consent')
    .distinctOn('document')
    .select(['document', 'version', 'given_at', 'ip'])
    .where('user_id', '=', user_id)
    .where('given_at', '<=', at)
    .orderBy('document')
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
