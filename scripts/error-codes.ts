// Lists the error codes that each call can answer, by following the code of its route: every `new AppError` on the way, and
// the constraints of the tables that it writes. `--write` stores the list for the OpenAPI document; without it the script
// fails if the stored list differs. What every call can answer is in apps/server/src/openapi/problems.ts.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messages } from '@quincena/domain/messages'
import {
  codesIn,
  declarationOf,
  passedIn,
  reach,
  type Sources,
  type Thrown,
  thrownIn,
} from './error-codes/graph.ts'
import { type RouteSource, routesIn } from './error-codes/routes.ts'
import { type Node, namesBelow, nodesBelow, nodesIn, readSourceFiles, textOf } from './error-codes/syntax.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const stored = join(root, 'apps/server/src/openapi/error-codes.json')
const modulesFile = 'apps/server/src/modules.ts'
const constraintsFile = 'apps/server/src/command/constraints.ts'

function openSources(): Sources {
  const files = readSourceFiles(root)
  const codes = Object.keys(messages)
  const known = new Set(codes)
  const sources: Sources = { files, codes, isCode: (text) => known.has(text), registered: new Map() }
  const modules = files.get(modulesFile)
  for (const node of modules === undefined ? [] : nodesBelow(modules.program)) {
    const point = node.type === 'CallExpression' ? modules?.imports.get(textOf(node.callee) ?? '') : undefined
    if (point === undefined) continue
    const parts = nodesIn(node.arguments).flatMap((argument) =>
      [...namesBelow(argument)].flatMap((name) => declarationOf(sources, modulesFile, name) ?? []),
    )
    sources.registered.set(point.file, [...(sources.registered.get(point.file) ?? []), ...parts])
  }
  return sources
}

/** The constraints and unique indexes of a statement, each with its table. */
function constraintsIn(statement: string): (readonly [name: string, table: string])[] {
  const table = /\b(?:create|alter) table\s+(?:if not exists\s+|only\s+)?(\w+)/i.exec(statement)?.[1]
  const constraints = table === undefined ? [] : [...statement.matchAll(/\bconstraint\s+(\w+)/gi)]
  const indexes = [...statement.matchAll(/\bindex\s+(\w+)\s+on\s+(\w+)/gi)]
  return [
    ...constraints.map(([, name]) => [name ?? '', table ?? ''] as const),
    ...indexes.map(([, name, indexed]) => [name ?? '', indexed ?? ''] as const),
  ]
}

/** Constraint -> its table, as the migrations create it. */
function tablesOfConstraints(): Map<string, string> {
  const folder = join(root, 'apps/server/migrations')
  const statements = globSync('*.sql', { cwd: folder })
    .sort()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split(/;\s*\n/))
  return new Map(statements.flatMap(constraintsIn))
}

/** Table -> the codes of its constraints. */
function codesOfTables({ files }: Sources): Map<string, string[]> {
  const tables = tablesOfConstraints()
  const codes = new Map<string, string[]>()
  const init = files.get(constraintsFile)?.declared.get('constraints')?.init
  for (const { key, value } of nodesIn(init).flatMap(({ properties }) => nodesIn(properties))) {
    const table = tables.get(textOf(key) ?? '')
    const field = nodesIn(value)
      .flatMap(({ properties }) => nodesIn(properties))
      .find((one) => textOf(one.key) === 'code')
    const code = textOf(field?.value)
    if (table !== undefined && code !== undefined) codes.set(table, [...(codes.get(table) ?? []), code])
  }
  return codes
}

const writing = new Set(['insertInto', 'updateTable'])

/** The tables that a piece of code writes. */
function tablesWritten(node: Node): string[] {
  return [...nodesBelow(node)].flatMap(({ type, callee, arguments: given }) => {
    const [called] = nodesIn(type === 'CallExpression' ? callee : undefined)
    const table = textOf(nodesIn(given)[0])
    return called?.type === 'MemberExpression' &&
      writing.has(textOf(called.property) ?? '') &&
      table !== undefined
      ? [table]
      : []
  })
}

/** Remembers the answer for each node. */
function once<Answer>(answer: (file: string, node: Node) => Answer) {
  const known = new WeakMap<Node, { answer: Answer }>()
  return (file: string, node: Node): Answer => {
    const entry = known.get(node) ?? { answer: answer(file, node) }
    known.set(node, entry)
    return entry.answer
  }
}

function collectorOf(sources: Sources) {
  const tableCodes = codesOfTables(sources)
  const all = [...sources.files.values()].flatMap(({ program }) => thrownIn(sources, program).thrown)
  const usual = Map.groupBy(all, ({ code }) => code)
  /** A code that is thrown somewhere with its own statuses is none of another status. */
  const fits = ({ code, status }: Thrown) => usual.get(code)?.some((one) => one.status === status) ?? true
  const throwers = new Map<Node, number[]>()
  for (const { declared } of sources.files.values())
    for (const node of declared.values()) {
      const { passes, open } = thrownIn(sources, node)
      if (passes) throwers.set(node, open)
    }
  /** Errors whose code a rule returns: the codes that are written in what the throwing function uses. */
  function ruledIn(file: string, node: Node): Thrown[] {
    const { open } = thrownIn(sources, node)
    const below = open.length === 0 ? [] : [...reach(sources, { file, node }, () => true).keys()]
    const codes = new Set(below.flatMap((part) => codesIn(sources, part)))
    return [...codes].flatMap((code) => open.map((status) => ({ code, status }))).filter(fits)
  }

  const thrownOf = once((file, node) => [
    ...thrownIn(sources, node).thrown,
    ...passedIn(sources, { file, node }, (called) => throwers.get(called)),
    ...ruledIn(file, node),
  ])
  const conflictsOf = once((_file, node) =>
    tablesWritten(node)
      .flatMap((table) => tableCodes.get(table) ?? [])
      .map((code) => ({ code, status: 409 })),
  )

  return ({ file, call, parts }: RouteSource): Thrown[] => {
    const isApproval = call.includes('/approvals/')
    const reached = new Map(
      parts.flatMap((node) => [
        ...reach(sources, { file, node }, (one) => !isApproval && one.includes('/approvals/')),
      ]),
    )
    return [...reached].flatMap(([node, at]) => [
      ...thrownOf(at, node),
      ...(call.startsWith('GET ') ? [] : conflictsOf(at, node)),
    ])
  }
}

/** Call -> status -> codes, in the order of the calls' paths. */
export function errorCodes(): Record<string, Record<string, string[]>> {
  const sources = openSources()
  const collect = collectorOf(sources)
  const routes = [...sources.files.values()]
    .filter(({ file }) => /routes(\/|\.ts$)/.test(file))
    .flatMap(routesIn)
  const listed = routes.map((route) => {
    const byStatus = Map.groupBy(collect(route), ({ status }) => status)
    const sorted = [...byStatus].sort(([a], [b]) => a - b)
    const codes = sorted.map(([status, thrown]) => [
      status,
      [...new Set(thrown.map(({ code }) => code))].sort(),
    ])
    return [route.call, Object.fromEntries(codes)] as const
  })
  return Object.fromEntries(listed.sort(([a], [b]) => (a < b ? -1 : 1)))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = `${JSON.stringify(errorCodes(), null, 2)}\n`
  if (process.argv.includes('--write')) writeFileSync(stored, text)
  else if (readFileSync(stored, 'utf8') !== text) {
    console.error(
      'apps/server/src/openapi/error-codes.json is not current: run node scripts/error-codes.ts --write',
    )
    process.exit(1)
  }
}
