import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { businessDay } from '@quincena/domain/dates'
import { fileOfContent } from '@quincena/domain/texts/file'
import { isNoticeText } from '@quincena/domain/texts/notice-names'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestContext } from '../../test/context.ts'
import { systemClock } from '../command/clock.ts'
import { getInForce } from '../people/texts/queries/versions.ts'

const command = fileURLToPath(new URL('./texts-import.ts', import.meta.url))

test('a text that is published before the first start comes after the text of the program', async () => {
  const ctx = await createTestContext()
  const day = businessDay(systemClock())
  const { content } = await getInForce(ctx.deps.db, { document: 'privacy', day })
  const facts = { document: 'privacy', version: '3.0', effective_date: day, summary: 'Se aclara.' } as const
  const file = fileOfContent(content, facts)
  file.sections.at(-1)?.paragraphs.push('Uno.')
  const folder = await mkdtemp(join(tmpdir(), 'quincena-texts-'))
  await writeFile(join(folder, 'privacy.json'), JSON.stringify(file))
  // As the migrations leave the database.
  await ctx.superuser.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await trx.deleteFrom('text_version').execute()
  })

  const { database_url, data_dir } = ctx.deps.env
  const env = { DATABASE_URL: database_url, DATA_DIR: data_dir }
  const { stdout } = await promisify(execFile)(process.execPath, [command, folder, '--publish'], { env })
  expect(stdout).toBe('privacy.json is published\n')
  const rows = await ctx.deps.db
    .selectFrom('text_version')
    .select(['document', 'version', 'source'])
    .orderBy('document')
    .orderBy('id')
    .execute()
  const legal = rows.filter(({ document }) => !isNoticeText(document))
  expect(legal.map(({ document, version, source }) => `${document} ${version} ${source}`)).toEqual([
    ...['advance_contract 2.2 shipped', 'advance_terms 2.0 shipped', 'credit_contract 2.2 shipped'],
    'faq 1.0 shipped',
    'privacy 2.0 shipped',
    'privacy 3.0 command_line',
    'terms 2.0 shipped',
  ])
})
