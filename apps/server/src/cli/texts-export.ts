import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { businessDay } from '@quincena/domain/dates'
import { TEXT_DOCUMENTS } from '@quincena/domain/texts/content'
import { fileOfContent } from '@quincena/domain/texts/file'
import { systemClock } from '../command/clock.ts'
import { listInForce } from '../people/texts/queries/versions.ts'
import { openCommandDatabase } from './open-database.ts'
import { runCommand } from './run-cli.ts'

/**
 * `npm run texts:export -- FOLDER`: writes the text in force of each document as FOLDER/<document>.json. It may run beside
 * a server.
 */
await runCommand(async () => {
  const [folder, ...others] = process.argv.slice(2)
  if (folder === undefined || others.length > 0) throw new Error('Usage: npm run texts:export -- FOLDER')
  const { db, close } = await openCommandDatabase()
  try {
    const day = businessDay(systemClock())
    const versions = await listInForce(db, { documents: TEXT_DOCUMENTS, day })
    await mkdir(folder, { recursive: true })
    for (const { content, sha256: _, id: __, ...facts } of versions) {
      const path = join(folder, `${facts.document}.json`)
      await writeFile(path, `${JSON.stringify(fileOfContent(content, facts), null, 2)}\n`)
      process.stdout.write(`${path}: version ${facts.version} of ${facts.effective_date}\n`)
    }
    return 0
  } finally {
    await close()
  }
})
