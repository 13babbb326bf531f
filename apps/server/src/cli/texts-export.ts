import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BRAND_FILE, fileOfBrand } from '@quincena/domain/brand/file'
import { businessDay, type Day } from '@quincena/domain/dates'
import { TEXT_DOCUMENTS } from '@quincena/domain/texts/content'
import { fileOfContent } from '@quincena/domain/texts/file'
import { systemClock } from '../command/clock.ts'
import type { Db } from '../db/types.ts'
import { listInForce } from '../people/texts/queries/versions.ts'
import { getLogo } from '../platform/brand/queries/logos.ts'
import { findBrandOn } from '../platform/brand/queries/versions.ts'
import { openCommandDatabase } from './open-database.ts'
import { runCommand } from './run-cli.ts'

/** Writes the brand in force as FOLDER/brand.json, with the picture of its logo beside it. */
async function writeBrand(db: Db, folder: string, day: Day): Promise<void> {
  const brand = await findBrandOn(db, day)
  if (brand === undefined) return
  const { content, effective_date, summary, version, logo_sha256 } = brand
  const picture = logo_sha256 === null ? undefined : await getLogo(db, logo_sha256)
  const logo = picture === undefined ? null : `logo.${picture.type === 'image/png' ? 'png' : 'jpg'}`
  if (picture !== undefined && logo !== null) await writeFile(join(folder, logo), picture.bytes)
  const path = join(folder, BRAND_FILE)
  const file = fileOfBrand(content, { effective_date, summary, logo })
  await writeFile(path, `${JSON.stringify(file, null, 2)}\n`)
  process.stdout.write(`${path}: version ${version} of ${effective_date}\n`)
}

/**
 * `npm run texts:export -- FOLDER`: writes the text in force of each document as FOLDER/<document>.json, and the brand in
 * force as FOLDER/brand.json with its logo. It may run beside a server.
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
    await writeBrand(db, folder, day)
    return 0
  } finally {
    await close()
  }
})
