// Bundles the server's programs, with all their packages but native ones, into one flat folder.
import { readdirSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { type Plugin, type RolldownLog, rolldown } from 'rolldown'

/** Packages that stay packages: native code, and those that look for files of their own. */
export const keptPackages = [
  '@node-rs/argon2',
  '@napi-rs/canvas',
  'pdfjs-dist',
  'pdfkit',
  'swagger-ui-dist',
] as const

const isKept = (id: string) => keptPackages.some((name) => id === name || id.startsWith(`${name}/`))

/** Packages that another package loads if they are there; a release never has them. */
const optionalPackages = ['pg-native', 'supports-color']

/** Where a release has the files that the server reads, relative to the folder of the bundle. */
const places = [
  ['apps/server/migrations/', './migrations/'],
  ['apps/server/texts/', './texts/'],
  ['apps/server/assets/', './assets/'],
  ['apps/web/dist/', '../web/'],
  ['package.json', '../package.json'],
] as const

const reference =
  /new URL\(\s*(?<quote>['`])(?<path>\.[^'`$]*)(?<rest>[^'`]*)\k<quote>,\s*import\.meta\.url\s*,?\s*\)/g

/** Where a release has the file that a module of the project names, relative to the folder of the bundle. */
function placeOf(root: string, id: string, path: string): string {
  const target = resolve(dirname(id), path)
  const file = relative(root, target) + (path.endsWith('/') ? '/' : '')
  const place = places.find(([from]) => file.startsWith(from))
  if (place === undefined)
    throw new Error(`${relative(root, id)} names ${file}, which a release does not have`)
  const [from, to] = place
  return file.replace(from, to)
}

/** Refuses `import.meta.dirname` and the like: they would name the bundle instead of the module. */
function refuseOtherMeta(file: string, code: string) {
  const other = /import\.meta\.(?!url\)|main\b)\w+/.exec(code)
  if (other) throw new Error(`${file}: ${other[0]} names the bundle; use new URL(…, import.meta.url)`)
}

/**
 * Points `new URL('./file', import.meta.url)` of the project's modules to where the file stands in a release: another
 * program becomes an entry of the bundle, a file that a release lacks is refused.
 */
function moveReferences(root: string, programs: readonly string[]): Plugin {
  const isOwn = (id: string) => id.startsWith(root) && !id.includes('node_modules')
  return {
    name: 'move-references',
    transform(code, id) {
      if (!isOwn(id) || !code.includes('import.meta')) return null
      const addProgram = (target: string) => {
        const fileName = `${basename(target, '.ts')}.js`
        if (!programs.includes(target)) this.emitFile({ type: 'chunk', id: target, fileName })
        return `new URL('./${fileName}', import.meta.url)`
      }
      const moved = code.replaceAll(reference, (...match) => {
        const { quote = '', path = '', rest = '' }: Record<string, string> = match.at(-1)
        if (rest === '' && path.endsWith('.ts')) return addProgram(resolve(dirname(id), path))
        return `new URL(${quote}${placeOf(root, id, path)}${rest}${quote}, import.meta.url)`
      })
      refuseOtherMeta(relative(root, id), moved)
      return moved === code ? null : { code: moved, map: null }
    },
  }
}

const isModule = (file: string) => file.endsWith('.ts') && !file.endsWith('.test.ts')

/** Writes `readDomainModules`, which reads a folder that a release does not have, with the modules as imports. */
function importDomain(root: string): Plugin {
  const reader = join(root, 'apps/server/src/openapi/domain-modules.ts')
  const domain = join(root, 'packages/domain/src')
  return {
    name: 'import-domain',
    load(id) {
      if (id !== reader) return null
      const files = readdirSync(domain, { recursive: true, encoding: 'utf8' }).filter(isModule).sort()
      const imports = files.map((file, at) => `import * as m${at} from ${JSON.stringify(join(domain, file))}`)
      const list = files.map((file, at) => `[${JSON.stringify(file)}, m${at}]`)
      return [...imports, `export const readDomainModules = async () => [${list}]`].join('\n')
    },
  }
}

function refuse(level: string, log: RolldownLog) {
  if (level === 'warn' && log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message)
  if (level === 'warn') console.warn(`${log.code}: ${log.message}`)
}

/** Writes the programs (name and source) and what they share to `folder`; returns the files of all bundled modules. */
export async function bundleServer(
  root: string,
  programs: Record<string, string>,
  folder: string,
): Promise<string[]> {
  const bundle = await rolldown({
    cwd: root,
    input: programs,
    platform: 'node',
    external: (id) => isKept(id) || optionalPackages.includes(id),
    plugins: [importDomain(root), moveReferences(root, Object.values(programs))],
    onLog: refuse,
  })
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared-[hash].js',
  })
  await bundle.close()
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}
