import { readFile } from 'node:fs/promises'
import { TEXT_DOCUMENTS, type TextDocumentName } from '@quincena/domain/texts/content'
import { contentOfFile, readTextFile, type TextFile } from '@quincena/domain/texts/file'
import { findPlaceholders } from '@quincena/domain/texts/placeholders'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import { hasLent } from '../../../platform/approvals/queries.ts'
import { hashText } from '../rules.ts'

/** Versions that stored contracts name, oldest first; the text of today follows them. */
const earlier: Partial<Record<TextDocumentName, readonly string[]>> = {
  credit_contract: ['2.2'],
  advance_contract: ['2.2'],
}

async function readShipped(name: string): Promise<TextFile> {
  const url = new URL(`../../../../texts/${name}.json`, import.meta.url)
  const file = readTextFile(JSON.parse(await readFile(url, 'utf8')))
  if ('problems' in file) throw new Error(`texts/${name}.json: ${JSON.stringify(file.problems)}`)
  return file.text
}

type ShipDeps = Pick<Deps, 'db' | 'clock'>

/** In one statement: a new installation has some fifty texts. */
async function insertVersions({ db, clock }: ShipDeps, texts: readonly TextFile[]): Promise<void> {
  const now = isoOf(clock())
  const rows = texts.map((text) => {
    const { document, version, summary, effective_date: effective_on } = text
    const content = contentOfFile(text)
    return {
      ...{ document, version, summary, effective_on, content: JSON.stringify(content) },
      ...{ sha256: hashText(content), source: 'shipped' as const, created_at: now, approved_at: now },
    }
  })
  await db
    .insertInto('text_version')
    .values(rows)
    .onConflict((conflict) => conflict.constraint('text_version_once').doNothing())
    .execute()
}

async function insertDrafts({ db, clock }: ShipDeps, texts: readonly TextFile[]): Promise<void> {
  const rows = texts.map((text) => ({
    ...{ document: text.document, summary: text.summary, content: JSON.stringify(contentOfFile(text)) },
    ...{ updated_by: null, updated_at: isoOf(clock()) },
  }))
  await db
    .insertInto('text_draft')
    .values(rows)
    .onConflict((conflict) => conflict.constraint('text_draft_once').doNothing())
    .execute()
}

/** The text of today and the versions before it. */
async function readDocument(document: TextDocumentName) {
  const names = (earlier[document] ?? []).map((version) => `earlier/${document}-${version}`)
  return { before: await Promise.all(names.map(readShipped)), today: await readShipped(document) }
}

/**
 * Gives each document without a version the text that comes with the program, so that an installation works at once. Runs
 * at every start, also of several processes at once. Versions keep their labels and dates: consents and contracts of before
 * stay valid. Where an earlier version was in use when its text was part of the program, a lender that has paid out money
 * keeps it, and finds the text of today as a draft. So does every lender while somebody still has to write parts of it.
 */
export async function insertShippedTexts(deps: ShipDeps): Promise<void> {
  const known = await deps.db.selectFrom('text_version').select('document').distinct().execute()
  const missing = TEXT_DOCUMENTS.filter((document) => !known.some((row) => row.document === document))
  if (missing.length === 0) return
  const isInUse = await hasLent(deps.db)
  const texts = await Promise.all(missing.map(readDocument))
  const drafts = texts.flatMap(({ before, today }) => {
    const isDraft = isInUse || findPlaceholders(contentOfFile(today)).length > 0
    return before.length > 0 && isDraft ? today : []
  })
  const versions = texts.flatMap(({ before, today }) =>
    drafts.includes(today) ? before : [...before, today],
  )
  await insertVersions(deps, versions)
  if (drafts.length > 0) await insertDrafts(deps, drafts)
}
