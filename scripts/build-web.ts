// Builds the web app if its sources changed since the last build, so that the next start is quick.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = ['apps/web/src', 'apps/web/public', 'packages/domain/src']
const singles = [
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/brand-plugin.ts',
  'apps/web/chunks.ts',
  'apps/web/mantine-plugin.ts',
  'apps/web/zod-plugin.ts',
  'apps/web/build-graph.ts',
  'scripts/build-web.ts',
  'package-lock.json',
]
const stampFile = join(root, 'apps/web/dist/.sources')

function filesBelow(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => statSync(join(root, name)).isFile() && !name.includes('.test.'))
    .sort()
}

function stamp(): string {
  const hash = createHash('sha256')
  for (const file of [...sources.flatMap(filesBelow), ...singles]) {
    hash.update(file).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

const brotli = promisify(brotliCompress)
const smallest_bytes = 1024

/**
 * Writes the brotli of a file to `<file>.br` at the highest level; the server sends it to clients that accept brotli.
 */
async function compress(file: string) {
  const bytes = readFileSync(file)
  if (bytes.length >= smallest_bytes) writeFileSync(`${file}.br`, await brotli(bytes))
}

const wanted = stamp()
const built = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
if (wanted !== built) {
  // A caller's NODE_ENV, such as a test's, would bring React's development build.
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync('npm', ['run', 'build', '--silent'], { cwd: root, stdio: 'inherit', env })
  const texts = filesBelow('apps/web/dist').filter((file) => /\.(m?js|css|svg|webmanifest)$/.test(file))
  await Promise.all(texts.map((file) => compress(join(root, file))))
  writeFileSync(stampFile, wanted)
}
