import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

type DomainModules = readonly (readonly [file: string, module: Record<string, unknown>])[]

/**
 * The modules of the domain, each with its file below `packages/domain/src`, sorted. A release has no such folder: its
 * bundler writes this function anew, with the modules as imports.
 */
export async function readDomainModules(): Promise<DomainModules> {
  const folder = dirname(fileURLToPath(import.meta.resolve('@quincena/domain/page')))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort()
  return Promise.all(
    files.map(async (file) => [file, await import(pathToFileURL(join(folder, file)).href)] as const),
  )
}
