// Each table is written by one noun (or one layer) of the server.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTest, type Source } from './sources.ts'

const owners = /^apps\/server\/src\/((?:platform|people|treasury|lending|office)\/[^/]+|[^/]+)\//
/** Write every table: the demo's seed and the restore of a backup. */
const exempt = /^apps\/server\/src\/(demo|office\/backups)\//

function tablesOf(root: string): Set<string> {
  const folder = join(root, 'apps/server/migrations')
  const files = existsSync(folder) ? readdirSync(folder) : []
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  return new Set([...text.matchAll(/create table (?:if not exists )?(\w+)/gi)].map((match) => match[1] ?? ''))
}

const builder = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/g
const statement = /\b(?:insert into|update|delete from|merge into)\s+(\w+)/gi

function writtenIn({ text }: Source, tables: ReadonlySet<string>): string[] {
  const names = [...text.matchAll(builder), ...text.matchAll(statement)].map((match) => match[1] ?? '')
  return names.filter((name) => tables.has(name))
}

/** Refuses a table that two nouns write: one line for each table, with the files. */
export function writeProblems(root: string, sources: readonly Source[]): string[] {
  const tables = tablesOf(root)
  const writers = new Map<string, Map<string, Set<string>>>()
  for (const source of sources) {
    const owner = owners.exec(source.file)?.[1]
    if (owner === undefined || isTest(source.file) || exempt.test(source.file)) continue
    for (const table of writtenIn(source, tables)) {
      const byOwner = writers.get(table) ?? new Map<string, Set<string>>()
      byOwner.set(owner, (byOwner.get(owner) ?? new Set()).add(source.file))
      writers.set(table, byOwner)
    }
  }
  return [...writers].flatMap(([table, byOwner]) => {
    if (byOwner.size === 1) return []
    const files = [...byOwner.values()].flatMap((names) => [...names])
    return [
      `table ${table} is written by ${[...byOwner.keys()].join(' and ')} (${files.join(', ')}): let its owner offer a command`,
    ]
  })
}
