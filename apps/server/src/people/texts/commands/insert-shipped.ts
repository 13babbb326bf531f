import { readFile } from 'node:fs/promises'
import { TEXT_DOCUMENTS, type TextDocumentName } from '@quincena/domain/texts/content'
import { contentOfFile, readTextFile, type TextFile } from '@quincena/domain/texts/file'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import { hasPaidOut } from '../queries/versions.ts'
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

async function insertVersion({ db, clock }: ShipDeps, text: TextFile): Promise<void> {
  const now = isoOf(clock())
  const content = contentOfFile(text)
  const { document, version, summary, effective_date: effective_on } = text
  await db
    .insertInto('text_version')
    .values({
      ...{ document, version, summary, effective_on, content: JSON.stringify(content) },
      ...{ sha256: hashText(content), source: 'shipped', created_at: now, approved_at: now },
    })
    .onConflict((conflict) => conflict.constraint('text_version_once').doNothing())
    .execute()
}

async function insertDraft({ db, clock }: ShipDeps, text: TextFile): Promise<void> {
  const { document, summary } = text
  await db
    .insertInto('text_draft')
    .values({
      ...{ document, summary, content: JSON.stringify(contentOfFile(text)) },
      ...{ updated_by: null, updated_at: isoOf(clock()) },
    })
    .onConflict((conflict) => conflict.constraint('text_draft_once').doNothing())
    .execute()
}

async function insertDocument(deps: ShipDeps, document: TextDocumentName): Promise<void> {
  const before = earlier[document] ?? []
  for (const version of before) await insertVersion(deps, await readShipped(`earlier/${document}-${version}`))
  const text = await readShipped(document)
  if (before.length > 0 && (await hasPaidOut(deps.db))) return insertDraft(deps, text)
  await insertVersion(deps, text)
}

/**
 * Gives each document without a version the text that comes with the program, so that an installation works at once. Runs
 * at every start, also of several processes at once. Versions keep their labels and dates: consents and contracts of before
 * stay valid. Where an earlier version was in use when its text was part of the program, a lender that has paid out money
 * keeps it, and finds the text of today as a draft.
 */
export async function insertShippedTexts(deps: ShipDeps): Promise<void> {
  const known = await deps.db.selectFrom('text_version').select('document').distinct().execute()
  for (const document of TEXT_DOCUMENTS)
    if (!known.some((row) => row.document === document)) await insertDocument(deps, document)
}
