import { readFileSync } from 'node:fs'

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}

/** What Vite's manifest says of a build: each module that begins a file, with what it brings along. */
type Manifest = Record<string, Chunk>

export function readManifest(folder: string): Manifest {
  const manifest: Manifest = JSON.parse(readFileSync(`${folder}/.vite/manifest.json`, 'utf8'))
  return manifest
}

type Followed = 'imports' | 'dynamicImports'

function follow(manifest: Manifest, roots: readonly string[], kinds: readonly Followed[]) {
  const reached = new Set<string>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (chunk === undefined || reached.has(name) || isElsewhere(name)) return
    reached.add(name)
    for (const kind of kinds) chunk[kind]?.forEach(visit)
  }
  roots.forEach(visit)
  return new Set([...reached].flatMap((name) => [manifest[name]?.file ?? '', ...(manifest[name]?.css ?? [])]))
}

/** The office, the contract's viewer and what only old phones need are not part of a phone's usual load. */
const isElsewhere = (name: string) => /staff-routes\.ts$|pdf-pages|temporal-polyfill/.test(name)

/** What every visit begins with; a returning worker's home, which is asked for ahead, is not part of it. */
const start = (manifest: Manifest) => [
  'index.html',
  ...Object.keys(manifest).filter((name) => /^_door-.+\.js$/.test(name)),
]

/** The scripts and styles that a phone fetches to show some modules, the start of the app included. */
export function filesToShow(manifest: Manifest, modules: readonly string[]): Set<string> {
  return follow(manifest, [...start(manifest), ...modules], ['imports'])
}

/** All scripts and styles of the worker's half, however late they come. */
export function filesOfPhone(manifest: Manifest): Set<string> {
  return follow(manifest, ['index.html'], ['imports', 'dynamicImports'])
}
