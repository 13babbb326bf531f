// Builds the web app when its sources changed since the last build, so that the second start is quick.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = ['apps/web/src', 'apps/web/public', 'packages/domain/src']
const singles = [
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/brand-plugin.ts',
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

const wanted = stamp()
const built = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : ''
if (wanted !== built) {
  execFileSync('npm', ['run', 'build', '--silent'], { cwd: root, stdio: 'inherit' })
  mkdirSync(join(root, 'apps/web/dist'), { recursive: true })
  writeFileSync(stampFile, wanted)
}
