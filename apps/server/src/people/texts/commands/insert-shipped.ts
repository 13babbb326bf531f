import { readFile } from 'node:fs/promises'
import { TEXT_DOCUMENTS, type TextDocumentName } from '@quincena/domain/texts/content'
import { contentOfFile, readTextFile } from '@quincena/domain/texts/file'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import { hashText } from '../rules.ts'

const shippedFile = (document: TextDocumentName) =>
  new URL(`../../../../texts/${document}.json`, import.meta.url)

async function readShipped(document: TextDocumentName) {
  const file = readTextFile(JSON.parse(await readFile(shippedFile(document), 'utf8')))
  if ('problems' in file) throw new Error(`texts/${document}.json: ${JSON.stringify(file.problems)}`)
  return file.text
}

/**
 * Gives each document without a version the text that comes with the program, so that an installation works at once. Runs
 * at every start, also of several processes at once. Versions keep their labels and dates: consents of before stay valid.
 */
export async function insertShippedTexts({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const known = await db.selectFrom('text_version').select('document').distinct().execute()
  const now = isoOf(clock())
  for (const document of TEXT_DOCUMENTS) {
    if (known.some((row) => row.document === document)) continue
    const text = await readShipped(document)
    const content = contentOfFile(text)
    await db
      .insertInto('text_version')
      .values({
        ...{ document, version: text.version, summary: text.summary, effective_on: text.effective_date },
        ...{ content: JSON.stringify(content), sha256: hashText(content), source: 'shipped' },
        ...{ created_at: now, approved_at: now },
      })
      .onConflict((conflict) => conflict.constraint('text_version_once').doNothing())
      .execute()
  }
}
