// Only the owner of a table writes it, and no module below the owner's names it in SQL: it reads a view instead.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest, type Source } from './sources.ts'
import { tablesOf } from './table-owners.ts'

const ownerOf = new Map(
  Object.entries(tablesOf).flatMap(([owner, tables]) => tables.map((table) => [table, owner] as const)),
)
const modules = ['platform', 'people', 'treasury', 'lending', 'office']
/** -1: a layer below the modules. */
const rankOf = (owner: string) => modules.indexOf(owner.split('/')[0] ?? '')

const inServer = /^apps\/server\/src\/((?:platform|people|treasury|lending|office)\/[^/]+|[^/]+)/
/** Write every table, also by variable names: the demo's seed, the backups and their restore. */
const writesAll = /^apps\/server\/src\/(demo|office\/backups)\//
/** Read every table: they are above the modules. */
const readsAll = /^apps\/server\/src\/((demo|cli)\/|[^/]+$)/

const name = String.raw`(?:only\s+)?(?:"?public"?\.)?"?\w+\b"?(?!\.)`
const names = String.raw`(${name}(?:(?:\s+(?:as\s+)?\w+)?\s*,\s*${name})*)`
const literal = String.raw`\s*(\[[^\]]*\]|'[^']*'|"[^"]*")`

const writing = String.raw`\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy|(?:alter|drop|lock)\s+table)\s+`
const writer = String.raw`\.(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(`
const writes = [new RegExp(writing + names, 'gi'), new RegExp(writer + literal, 'g')]

const reading = String.raw`\b(?<!distinct\s)(?:from|join|using)\s+`
const reader = String.raw`\.(?:selectFrom|using|\w+Join(?:Lateral)?)\(`
const reads = [
  new RegExp(reading + names, 'gi'),
  ...[reader, String.raw`\.from\(`].map((call) => new RegExp(call + literal, 'g')),
]

const variable = new RegExp(
  [
    String.raw`${writing}(?:only\s+)?"?\$\{`,
    String.raw`${reading}(?:only\s+)?"?\$\{sql\.`,
    String.raw`${writer}(?!\s*['"])`,
    String.raw`${reader}\s*(?:${'`'}|\w+\s*[,)])`,
    String.raw`\bsql\.table\(|\.dynamic\.table\(`,
  ].join('|'),
  'i',
)
const firstName = /^[\s['"]*(?:only\s+)?(?:"?public"?\.)?"?(\w+)/i

/** The names of tables that the patterns find, each once. */
function findNames(text: string, patterns: readonly RegExp[]): string[] {
  const lists = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))
  const parts = lists.flatMap((list) => list.split(','))
  return [...new Set(parts.map((part) => firstName.exec(part)?.[1]?.toLowerCase() ?? ''))]
}

function writeProblems(file: string, code: string, { owner, views }: { owner: string; views: Set<string> }) {
  if (writesAll.test(file)) return []
  const problems = findNames(code, writes).flatMap((table) => {
    if (views.has(table)) return [`${file} writes the view ${table}: views are for reading`]
    const right = ownerOf.get(table) ?? owner
    return right === owner ? [] : [`${file} writes table ${table} of ${right}: let ${right} offer a command`]
  })
  return variable.test(code)
    ? [
        ...problems,
        `${file} has a table's name in a variable: write it out, so that its owner can be checked`,
      ]
    : problems
}

function readProblems(file: string, code: string, owner: string): string[] {
  if (readsAll.test(file)) return []
  return findNames(code, reads).flatMap((table) => {
    const right = ownerOf.get(table) ?? owner
    return rankOf(right) <= rankOf(owner)
      ? []
      : [`${file} reads table ${table} of ${right}, a higher module: read a view that ${right} offers`]
  })
}

/** Refuses tables without an owner, writes by others than the owner, and reads by modules below the owner's. */
export function tableProblems(root: string, sources: readonly Source[]): string[] {
  const folder = join(root, 'apps/server/migrations')
  const files = existsSync(folder) ? readdirSync(folder) : []
  const migrations = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  const created = [...migrations.matchAll(/create (table|view) (?:if not exists )?(\w+)/gi)]
  const named = (kind: string) => created.filter((match) => match[1] === kind).map((match) => match[2] ?? '')
  const views = new Set(named('view'))
  const unowned = named('table').filter((table) => !ownerOf.has(table))
  return [
    ...unowned.map((table) => `table ${table} has no owner: add it to scripts/structure/table-owners.ts`),
    ...sources.flatMap(({ file, text }) => {
      const owner = inServer.exec(file)?.[1]
      if (owner === undefined || isTest(file)) return []
      const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '')
      return [...writeProblems(file, code, { owner, views }), ...readProblems(file, code, owner)]
    }),
  ]
}
