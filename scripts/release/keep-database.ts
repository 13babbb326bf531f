// Keeps the database of a release for the test of the next ones' upgrades: `npm run release:database -- BACKUP` packs
// the tables of a plain backup (a demo's, made by that release) into apps/server/test/releases/<version>.json.gz.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

interface Manifest {
  tables: { schema: string; name: string }[]
  files: unknown[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const [backup] = process.argv.slice(2)
if (backup === undefined) throw new Error('Usage: node scripts/release/keep-database.ts BACKUP')

const manifest: Manifest = JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'))
// The queue's tables are not the migrations'.
const tables = manifest.tables.filter(({ schema }) => schema === 'public')
const rows = Object.fromEntries(
  tables.map(({ schema, name }) => {
    const path = `${schema}.${name}.rows`
    return [path, readFileSync(join(backup, path), 'utf8')]
  }),
)
const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folder = join(root, 'apps/server/test/releases')
mkdirSync(folder, { recursive: true })
const packed = gzipSync(JSON.stringify({ manifest: { ...manifest, tables, files: [] }, rows }), { level: 9 })
writeFileSync(join(folder, `${version}.json.gz`), packed)
console.log(`${version}: ${tables.length} tables, ${(packed.length / 1000).toFixed(0)} kB`)
