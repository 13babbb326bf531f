import { readFileSync } from 'node:fs'

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

/** Vite's manifest of a build: the first module of each file, with the file's imports and styles. */
type Manifest = Record<string, Chunk>

export function readManifest(folder: string): Manifest {
  const manifest: Manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'))
  return manifest
}

type ImportKind = 'imports' | 'dynamicImports'

function follow(manifest: Manifest, roots: readonly string[], kinds: readonly ImportKind[]) {
  const reached = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    const isLeftOut = isElsewhere(name) && !roots.includes(name)
    if (chunk === undefined || reached.has(name) || isLeftOut) return
    reached.add(name)
    for (const kind of kinds) chunk[kind]?.forEach(visit)
  }
  roots.forEach(visit)
  return new Set([...reached].flatMap((name) => [manifest[name]?.file ?? '', ...(manifest[name]?.css ?? [])]))
}

/** The staff app, the PDF viewer and the polyfill for old phones are not part of a phone's usual load. */
const isElsewhere = (name: string) =>
  /staff-routes\.ts$|src\/(staff|demo)\/|pdf-pages|temporal-polyfill/.test(name)

/** The modules that every visit loads, without the prefetched home screen of a returning worker. */
const listStartModules = (manifest: Manifest) => [
  'index.html',
  ...Object.keys(manifest).filter((name) => /^_first-screen-.+\.js$/.test(name)),
]

/** The scripts and styles that a phone fetches to show some modules, the start of the app included. */
export function listFilesToShow(manifest: Manifest, modules: readonly string[]): Set<string> {
  return follow(manifest, [...listStartModules(manifest), ...modules], ['imports'])
}

/** All scripts and styles of the worker app, also those that load later. */
export function listFilesOfPhone(manifest: Manifest): Set<string> {
  return follow(manifest, ['index.html'], ['imports', 'dynamicImports'])
}
