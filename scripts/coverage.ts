// Lists the tests of each paragraph of the specifications in the coverage documents: a test names the ids of its
// paragraphs at the end of its title, as in `shows the balance [E2.18 E2.19]`.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'oxc-parser'
import { findTestTitles } from './test-titles.ts'

/** A coverage document of a specification, and how its paragraphs are numbered. */
interface Coverage {
  file: string
  /** First letter of the id of each row. */
  letter: string
  /** Number of paragraphs of each section of the specification. */
  paragraphs: Readonly<Record<number, number>>
}

export const coverages: readonly Coverage[] = [
  {
    file: 'docs/coverage-backoffice.md',
    letter: 'B',
    paragraphs: { 2: 44, 3: 15, 4: 19, 5: 47, 6: 9, 7: 32, 8: 47, 9: 28 },
  },
  {
    file: 'docs/coverage-employee-app.md',
    letter: 'E',
    paragraphs: { 1: 1, 2: 70, 3: 9, 4: 12, 5: 10, 6: 2, 7: 10, 8: 21, 9: 15 },
  },
]

/** A test with ids in its title; `name` is its file and its title without them. */
interface Proof {
  name: string
  ids: string[]
  isSkipped: boolean
}

/** Part of every title with ids: most files have none, and need no parser. */
const hint = / \[[A-Z]\d/

const titleWithIds = /^(?<title>.*) \[(?<ids>[A-Z]\d[^\]]*)\]$/s

/** A row: its cells are written by hand up to the link of a decision; the names of tests follow. */
const row = /^(?<cells>\| (?<id>[A-Z]\d+\.\d+) \| .*? \|)(?: (?<decision>decided: \[\d+\]\(\S+\)))?.*\|$/gm

function proofsIn(root: string, file: string): Proof[] {
  const text = readFileSync(join(root, file), 'utf8')
  if (!hint.test(text)) return []
  return findTestTitles(parseSync(file, text).program).flatMap(({ start, end, isSkipped }) => {
    const { title = '', ids } = titleWithIds.exec(text.slice(start, end))?.groups ?? {}
    return ids === undefined ? [] : [{ name: `${file} «${title}»`, ids: ids.split(' '), isSkipped }]
  })
}

function findProofs(root: string): Proof[] {
  return globSync('{apps,e2e,packages,scripts}/**/*.{test,spec}.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules', '**/dist'],
  })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .flatMap((file) => proofsIn(root, file))
}

/** The document with the tests of each paragraph in the last cell of its row. */
function listProofs(text: string, proofs: readonly Proof[]): string {
  return text.replace(row, (...match) => {
    const { cells = '', id = '', decision }: Record<string, string | undefined> = match.at(-1)
    const names = proofs.filter(({ ids }) => ids.includes(id)).map(({ name }) => name.replaceAll('|', '\\|'))
    return `${cells} ${[decision ?? [], names].flat().join('<br>')} |`
  })
}

function paragraphIds({ letter, paragraphs }: Coverage): string[] {
  return Object.entries(paragraphs).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${section}.${index + 1}`),
  )
}

function proofProblems(proofs: readonly Proof[], wanted: readonly string[]): string[] {
  return proofs.flatMap(({ name, ids, isSkipped }) => [
    ...ids.filter((id) => !wanted.includes(id)).map((id) => `${name}: ${id} is no paragraph`),
    ...(isSkipped ? [`${name} is skipped, and shows nothing of ${ids.join(' ')}`] : []),
  ])
}

function rowProblems(text: string, wanted: readonly string[], proofs: readonly Proof[]): string[] {
  const rows = [...text.matchAll(row)].map(({ groups }) => ({
    id: groups?.id ?? '',
    decision: groups?.decision,
  }))
  const ids = rows.map(({ id }) => id)
  const shown = new Set(proofs.flatMap((proof) => proof.ids))
  return [
    ...wanted.filter((id) => !ids.includes(id)).map((id) => `${id} has no row`),
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} has two rows`),
    ...ids.filter((id) => !wanted.includes(id)).map((id) => `${id} is no paragraph`),
    ...rows
      .filter(({ id, decision }) => decision === undefined && !shown.has(id))
      .map(({ id }) => `${id} has no test and no decision`),
  ]
}

/** Writes the tests of each paragraph into the documents. */
export function writeCoverage(root: string, documents: readonly Coverage[]) {
  const proofs = findProofs(root)
  for (const { file } of documents) {
    const path = join(root, file)
    writeFileSync(path, listProofs(readFileSync(path, 'utf8'), proofs))
  }
}

/** Finds the problems of the documents and of the ids in titles, one line each. */
export function coverageProblems(root: string, documents: readonly Coverage[]): string[] {
  const proofs = findProofs(root)
  return [
    ...proofProblems(proofs, documents.flatMap(paragraphIds)),
    ...documents.flatMap((coverage) => {
      const text = readFileSync(join(root, coverage.file), 'utf8')
      const isCurrent = text === listProofs(text, proofs)
      return [
        ...rowProblems(text, paragraphIds(coverage), proofs),
        ...(isCurrent ? [] : [`${coverage.file} is not current: run npm run coverage:spec -- --write`]),
      ]
    }),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  if (process.argv.includes('--write')) writeCoverage(root, coverages)
  const problems = coverageProblems(root, coverages)
  for (const problem of problems) console.error(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}
