// Makes the release of the checked-out commit: `npm run build:release` writes dist/quincena-<version>-<platform>.tar.gz and
// its SHA-256. The archive has everything but Node and PostgreSQL; the same commit gives the same bytes. Files that differ
// from the commit are refused; `--dirty` packs them under the version `<version>+dirty`, for trials.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleServer, keptPackages } from './release/bundle.ts'
import { releaseVersion } from './release/checkout.ts'
import { assertListed, licenseNotices, readBom } from './release/sbom.ts'
import { packArchive } from './release/tar.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Manifest {
  version: string
  description: string
  license: string
  scripts: Record<string, string>
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

const manifest = readManifest(root)

function readVersion(): string {
  try {
    return releaseVersion(root, {
      version: manifest.version,
      isDirtyAllowed: process.argv.includes('--dirty'),
    })
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

const version = readVersion()
const name = `quincena-${version}`
const folder = join(root, 'dist', name)
const { platform, arch } = process
const archive = join(root, 'dist', `${name}-${platform}-${arch}.tar.gz`)

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Seconds since 1970: the commit's, or SOURCE_DATE_EPOCH where there is no history. */
function commitTime_s(): number {
  const { SOURCE_DATE_EPOCH } = process.env
  return Number(
    SOURCE_DATE_EPOCH ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }),
  )
}

/** A command of package.json that runs a program of the server, and the program's path without its ending. */
const command = /^exec node apps\/server\/src\/(?<path>.+)\.ts$/

const commands = Object.entries(manifest.scripts).flatMap(([script, line]) => {
  const path = command.exec(line)?.groups?.path
  return path === undefined ? [] : [{ script, path, program: path.split('/').at(-1) ?? path }]
})

/** The manifest of a release: the commands of the documents are the same there. */
function releaseManifest(): string {
  const { description, license } = manifest
  const scripts = {
    start: 'main',
    ...Object.fromEntries(commands.map((entry) => [entry.script, entry.program])),
  }
  const lines = Object.entries(scripts).map(([script, program]) => [script, `exec node server/${program}.js`])
  const engines = { node: '>=26' }
  const fields = { name: 'quincena', version, description, license, private: true, type: 'module', engines }
  return `${JSON.stringify({ ...fields, scripts: Object.fromEntries(lines) }, null, 2)}\n`
}

/** The files that the server needs of packages which come in several builds. */
const neededFiles: Record<string, string[]> = {
  'pdfjs-dist': ['package.json', 'LICENSE', 'legacy/build/pdf.mjs', 'legacy/build/pdf.worker.mjs'],
  'swagger-ui-dist': ['package.json', 'LICENSE', 'NOTICE', 'swagger-ui-bundle.js', 'swagger-ui.css'],
  // Only sends figures about installations.
  '@scarf/scarf': [],
  pdfkit: ['package.json', 'LICENSE', 'js/pdfkit.node.mjs', 'js/data', 'js/standard-fonts', 'node_modules'],
}

/** What an operator starts from; the Dockerfile and compose.yaml build from a checkout instead. */
const deployed = ['deploy/.env.example', 'deploy/Caddyfile', 'deploy/systemd']

const isForDevelopment = /\.(?:map|d\.[cm]?ts)$/

/** Copies a package that is not bundled, and what it needs and is installed: native code is that of this platform. */
function copyPackage(packageName: string) {
  const source = join(root, 'node_modules', packageName)
  const target = join(folder, 'node_modules', packageName)
  if (!existsSync(source) || existsSync(target)) return
  const filter = (file: string) => !isForDevelopment.test(file)
  for (const file of neededFiles[packageName] ?? ['.'])
    cpSync(join(source, file), join(target, file), { recursive: true, filter })
  const { dependencies = {}, optionalDependencies = {} } = readManifest(source)
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) copyPackage(name)
}

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => statSync(join(path, file)).isFile())
    .sort()
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
const time_s = commitTime_s()
await import('./build-web.ts')
const source = (path: string) => join(root, 'apps/server/src', `${path}.ts`)
const programs = Object.fromEntries(commands.map(({ program, path }) => [program, source(path)]))
const modules = await bundleServer(root, { main: source('main'), ...programs }, join(folder, 'server'))
for (const data of ['migrations', 'texts', 'assets'])
  cpSync(join(root, 'apps/server', data), join(folder, 'server', data), { recursive: true })
cpSync(join(root, 'apps/web/dist'), join(folder, 'web'), { recursive: true })
for (const kept of keptPackages) copyPackage(kept)
const bom = readBom(root, { version, time_s })
assertListed(bom, modules)
writeFileSync(join(folder, 'package.json'), releaseManifest())
writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`)
writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licenseNotices(root, bom))
for (const file of ['LICENSE', 'CHANGELOG.md', 'docs/upgrading.md', ...deployed])
  cpSync(join(root, file), join(folder, file), { recursive: true })
const files = filesBelow(folder).map((path) => ({ path, bytes: readFileSync(join(folder, path)) }))
const sums = files.map(({ path, bytes }) => `${sha256(bytes)}  ${path}\n`).join('')
writeFileSync(join(folder, 'SHA256SUMS'), sums)
const packed = packArchive(
  [...files, { path: 'SHA256SUMS', bytes: Buffer.from(sums) }].map(({ path, bytes }) => ({
    path: `${name}/${path}`,
    bytes,
  })),
  time_s,
)
writeFileSync(archive, packed)
writeFileSync(`${archive}.sha256`, `${sha256(packed)}  ${name}-${platform}-${arch}.tar.gz\n`)
console.log(
  `${archive}: ${(packed.length / 1e6).toFixed(1)} MB, ${files.length + 1} files, SHA-256 ${sha256(packed)}`,
)
