// Only the owner of a table writes it, and no module below the owner's names it in SQL: it reads a view instead. Not
// detected: SQL and names that the program puts together (sql.raw of a variable, 'lo' + 'an'), a method of the query
// builder under another name (db[method], const { selectFrom } = db), a comment in a comment of SQL, a table as
// U&"loan", and one after a subquery without an alias.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
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
/** Quotes the triggers of the database, to compare them. */
const quotesTriggers = 'apps/server/src/platform/audit/checks/triggers.ts'
/** Read every table: they are above the modules. */
const readsAll = /^apps\/server\/src\/((demo|cli)\/|[^/]+$)/

const name = String.raw`(?:only\s+)?(?:"?public"?\.)?"?\w+\b"?(?!\.)`
const alias = String.raw`(?:as\s+)?\w+(?:\s*\([^()]*\))?`
const names = String.raw`(${name}(?:(?:\s+${alias})?\s*,\s*${name})*)`
const literal = String.raw`\s*(\[[^\]]*\]|'[^']*'|"[^"]*")`
/** A call of the query builder: `.method(`, `['method'](` or `.method<Type>(`. */
const callOf = (methods: string) => String.raw`(?:\.|\[['"])(?:${methods})(?:['"]\])?(?:<[^()]*>)?\(`

const writing = String.raw`\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy|(?:alter|drop|lock)\s+table)\s+`
const writer = callOf('insertInto|replaceInto|updateTable|deleteFrom|mergeInto')
const writes = [new RegExp(writing + names, 'gi'), new RegExp(writer + literal, 'g')]

const reading = String.raw`\b(?<!distinct\s+)(?:from|join|using|table)\s+\(*\s*`
const reader = callOf(String.raw`selectFrom|using|\w+Join(?:Lateral)?`)
const reads = [
  new RegExp(reading + names, 'gi'),
  // After a subquery with its alias, and a fragment that is only a name.
  new RegExp(String.raw`\)\s+${alias}\s*,\s*` + names, 'gi'),
  new RegExp(String.raw`\bsql(?:<[^()]*>)?${'`'}\s*(${name})\s*${'`'}`, 'gi'),
  ...[reader, callOf('from')].map((call) => new RegExp(call + literal, 'g')),
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

/** SQL's strings and quoted names are matched first, so that the signs of a comment in them are skipped. */
const sqlComment = /'[^']*'|"[^"]*"|(--[^\n]*|\/\*.*?\*\/)/gs
const removeSqlComments = (text: string) =>
  text
    .replaceAll('\\n', '\n')
    .replace(sqlComment, (whole, comment: string | undefined) => (comment === undefined ? whole : ' '))

/** The program with a space for each comment, also for those of SQL in its strings and templates. */
function removeComments(file: string, text: string): string {
  const { comments, program } = parseSync(file, text)
  const spans = comments.map(({ start, end }) => ({ start, end, code: ' ' }))
  const addText = ({ start, end }: { start: number; end: number }) => {
    if (end - start < 2) return
    const inside = { start: start + 1, end: end - 1 }
    spans.push({ ...inside, code: removeSqlComments(text.slice(inside.start, inside.end)) })
  }
  new Visitor({ TemplateLiteral: addText, Literal: addText }).visit(program)
  let [code, done] = ['', 0]
  for (const span of spans.sort((one, other) => one.start - other.start)) {
    if (span.start < done) continue
    code += text.slice(done, span.start) + span.code
    done = span.end
  }
  return code + text.slice(done)
}

/** The names of tables that the patterns find, each once. */
function findNames(text: string, patterns: readonly RegExp[]): string[] {
  const lists = patterns.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ''))
  const parts = lists.flatMap((list) => list.split(','))
  return [...new Set(parts.map((part) => firstName.exec(part)?.[1]?.toLowerCase() ?? ''))]
}

function writeProblems(file: string, code: string, { owner, views }: { owner: string; views: Set<string> }) {
  if (writesAll.test(file) || file === quotesTriggers) return []
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
  const created = [...migrations.matchAll(/create (?:unlogged )?(table|view) (?:if not exists )?(\w+)/gi)]
  const named = (kind: string) => created.filter((match) => match[1] === kind).map((match) => match[2] ?? '')
  const views = new Set(named('view'))
  const unowned = named('table').filter((table) => !ownerOf.has(table))
  return [
    ...unowned.map((table) => `table ${table} has no owner: add it to scripts/structure/table-owners.ts`),
    ...sources.flatMap(({ file, text }) => {
      const owner = inServer.exec(file)?.[1]
      if (owner === undefined || isTest(file)) return []
      const code = removeComments(file, text)
      return [...writeProblems(file, code, { owner, views }), ...readProblems(file, code, owner)]
    }),
  ]
}
