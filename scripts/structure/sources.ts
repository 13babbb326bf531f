// Reads the source files whose structure is checked.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

export interface Source {
  /** Path from the root. */
  file: string
  text: string
  /** What it imports: a path from the root, or a package name. */
  targets: string[]
}

function targetOf(root: string, file: string, specifier: string): string {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier))
  return specifier.replace(/^@quincena\/domain\//, 'packages/domain/src/')
}

/** Static and dynamic imports, those of types, and exports of another file. */
const imports = /\b(?:from|import)\s*\(?\s*(?:\/\*.*?\*\/\s*)?['"`]([^'"`\n]+)['"`]/g

function readSource(root: string, file: string): Source {
  const text = readFileSync(join(root, file), 'utf8')
  const specifiers = [...text.matchAll(imports)].map((match) => match[1] ?? '')
  return { file, text, targets: specifiers.map((specifier) => targetOf(root, file, specifier)) }
}

/** Reads every TypeScript file of `packages` and `apps`, but those that a tool wrote (`.d.ts`). */
export function readSources(root: string): Source[] {
  const folders = ['packages', 'apps'].filter((folder) => existsSync(join(root, folder)))
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  return files
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file))
    .filter((file) => statSync(join(root, file)).isFile())
    .map((file) => readSource(root, file))
}

export const isTest = (file: string) => /\.test\.|^apps\/(server|web)\/test\//.test(file)
