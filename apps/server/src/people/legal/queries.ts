import { createHash } from 'node:crypto'
import {
  type Consent,
  consentNames,
  type LegalDocument,
  type LegalDocumentName,
} from '@quincena/domain/legal/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../db/types.ts'
import type { Env } from '../../env.ts'
import { advanceTerms } from './texts/advance-terms.ts'
import type { LegalText } from './texts/legal-text.ts'
import { privacy } from './texts/privacy.ts'
import { terms } from './texts/terms.ts'

type Lender = Env['lender']

const texts: Record<LegalDocumentName, LegalText> = { terms, privacy, advance_terms: advanceTerms }

function fill(text: string, { name, address, phone, email, reca }: Lender): string {
  const values: Record<string, string> = { lender: name, address, phone, email, reca }
  return text.replace(/\{(\w+)\}/g, (_, placeholder: string) => values[placeholder] || 'por publicar')
}

/** The text in force with the lender's data. `sha256` is the hash of its JSON without the `sha256` field. */
export function getLegalDocument(lender: Lender, name: LegalDocumentName): LegalDocument {
  const { document, version, effective_date, title, sections } = texts[name]
  const filled = sections.map(({ heading, paragraphs }) => ({
    heading,
    paragraphs: paragraphs.map((paragraph) => fill(paragraph, lender)),
  }))
  const text: LegalText = { document, version, effective_date, title, sections: filled }
  return { ...text, sha256: createHash('sha256').update(JSON.stringify(text)).digest('hex') }
}

const inForce = consentNames.map((document) => ({
  document,
  version: texts[document].version,
}))

/** A user's consents to the texts in force. A consent to an older version does not count: the app asks again. */
export async function listConsents(db: Db | Trx, user_id: number): Promise<Consent[]> {
  return db
    .selectFrom('consent')
    .select(['document', 'version', 'given_at as accepted_at'])
    .where('user_id', '=', user_id)
    .where((eb) => eb.or(inForce.map((text) => eb.and(text))))
    .orderBy('document')
    .execute()
}

/** SQL for the consents of `listConsents` inside another select, by its column of the user. */
export const consentsOf = (user_id: RawBuilder<unknown>) => sql<Consent[]>`(
  select coalesce(json_agg(json_build_object('document', document, 'version', version,
    'accepted_at', to_char(given_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by document), '[]')
  from consent where consent.user_id = ${user_id}
    and (document, version) in (${sql.join(inForce.map(({ document, version }) => sql`(${document}, ${version})`))}))`

interface Moment {
  user_id: number
  /** ISO instant. */
  at: string
}

/** Whether a worker had accepted, by an instant, the current version of every text that needs a consent. */
export async function hasCurrentConsents(db: Db | Trx, { user_id, at }: Moment): Promise<boolean> {
  const rows = await db
    .selectFrom('consent')
    .select('document')
    .where('user_id', '=', user_id)
    .where('given_at', '<=', at)
    .where((eb) => eb.or(inForce.map((text) => eb.and(text))))
    .execute()
  return inForce.every(({ document }) => rows.some((row) => row.document === document))
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
