// The closed list of places for a file of the server.
import { isTest, type Source } from './sources.ts'

/** What a folder of `apps/server/src` holds. A new kind of code gets its line here first. */
const folders = [
  ...['platform', 'people', 'treasury', 'lending', 'office'],
  ...['http', 'command', 'db', 'jobs', 'integrations', 'config'],
  ...['crypto', 'pdf', 'images', 'openapi', 'spreadsheets', 'workers', 'cli', 'demo'],
]
const rootFiles = [
  'main.ts',
  'app.ts',
  'env.ts',
  'deps.ts',
  'modules.ts',
  'all-jobs.ts',
  'pdf-worker.ts',
  'env.test.ts',
]

/**
 * What a noun of a module holds, each as a file or, when it is full, as a folder. `handlers` is what a noun registers
 * with a lower module; `rules` are decisions without a database; `checks`, `texts`, `pdf`, `seal` and `tables` hold many
 * things of one kind: proofs, legal texts, PDF documents, the electronic seal, tables for export. `recompute` is the
 * independent computation that proves the ledger.
 */
const kinds = [
  ...['routes', 'commands', 'queries', 'jobs', 'presenters', 'notices', 'rules', 'handlers'],
  ...['checks', 'recompute', 'texts', 'pdf', 'seal', 'tables'],
]

const source = /^apps\/server\/src\/(?<path>.+)$/
const inNoun = /^(?:platform|people|treasury|lending|office)\/[a-z-]+\/(?<kind>[a-z-]+)(?:\.ts$|\/)/

function problemOf(path: string): string | undefined {
  const [folder = '', ...rest] = path.split('/')
  if (rest.length === 0)
    return rootFiles.includes(path)
      ? undefined
      : 'put it in a folder: only the parts that start the server stand here'
  if (!folders.includes(folder)) return `no folder ${folder}: use one of ${folders.join(', ')}`
  if (!folders.slice(0, 5).includes(folder) || isTest(path)) return undefined
  const kind = inNoun.exec(path)?.groups?.kind
  return kind !== undefined && kinds.includes(kind)
    ? undefined
    : `a noun holds ${kinds.join(', ')}: each a file or a folder`
}

/** Refuses a file of the server outside the closed lists of folders and of kinds. */
export function vocabularyProblems({ file }: Source): string[] {
  const path = source.exec(file)?.groups?.path
  const problem = path === undefined ? undefined : problemOf(path)
  return problem === undefined ? [] : [`${file}: ${problem}`]
}
