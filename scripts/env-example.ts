// Writes deploy/.env.example from the settings that the server parses and their descriptions in docs/operations/settings.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requirementFaults } from '../apps/server/src/config/requirements.ts'
import { parseVariables, variableNames } from '../apps/server/src/config/variables.ts'

export const exampleFile = 'deploy/.env.example'
const operations = 'docs/operations/settings.md'

/** Settings that a release needs beside those that every server requires: it has no PostgreSQL, and its folder is fixed. */
const ofRelease: readonly string[] = ['DATABASE_URL', 'DATABASE_OWNER_URL', 'DATA_DIR']
/** Settings of commands and tests alone. */
const notForServers: readonly string[] = ['DATABASE_ADMIN_URL', 'PUSH_ALLOW_LOCAL']

interface Row {
  names: string[]
  description: string
}

const plain = (text: string) => text.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('`', '')

/** The first sentence; a dot inside a name or an address ends none. */
const firstSentence = (text: string) => /^.+?[^.]\.(?= [A-Z])/.exec(text)?.[0] ?? text

/** The rows of the table of settings: the variables that share a row, and what it says of them. */
function readRows(text: string): Row[] {
  return [...text.matchAll(/^\| (?<names>`[A-Z][^|]+) \| (?<description>[^|]+) \|/gm)].map(({ groups }) => ({
    names: [...(groups?.names ?? '').matchAll(/`([A-Z_0-9]+)`/g)].map(([, name = '']) => name),
    description: firstSentence(plain(groups?.description ?? '')),
  }))
}

/** Breaks a text into comment lines of at most 100 characters. */
function comment(text: string): string[] {
  const lines = ['#']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (`${last} ${word}`.length <= 100) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`# ${word}`)
  }
  return lines
}

/** The example of a production server's settings. Throws if the documents lack a setting that the server parses. */
export function envExample(root: string): string {
  const rows = readRows(readFileSync(join(root, operations), 'utf8'))
  const documented = rows.flatMap(({ names }) => names)
  const unknown = variableNames.filter((name) => ![...documented, ...notForServers].includes(name))
  if (unknown.length > 0) throw new Error(`${operations} lacks the settings ${unknown.join(', ')}`)
  const { values } = parseVariables({ DEMO: '0' })
  const defaults = new Map(Object.entries(values).map(([name, value]) => [name, String(value)]))
  const required = [...requirementFaults(values).map(([name]) => name), ...ofRelease]
  const line = (name: string) => {
    if (name === 'DEMO') return 'DEMO=0'
    if (name === 'DATA_DIR') return 'DATA_DIR=/var/lib/quincena'
    return required.includes(name) ? `${name}=` : `# ${name}=${defaults.get(name) ?? ''}`
  }
  const parts = rows
    .map(({ names, description }) => ({
      names: names.filter(
        (name) => variableNames.some((known) => known === name) && !notForServers.includes(name),
      ),
      description,
    }))
    .filter(({ names }) => names.length > 0)
    .map(({ names, description }) => [...comment(description), ...names.map(line)].join('\n'))
  const head = comment(
    'Settings of a production server. Lines without # need a value. Made by scripts/env-example.ts; all about them: docs/operations/settings.md.',
  )
  return `${[head.join('\n'), ...parts].join('\n\n')}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  writeFileSync(join(root, exampleFile), envExample(root))
}
