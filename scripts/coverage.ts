// Checks the coverage documents: every paragraph of a specification has a row, and every file and test that they name
// exists.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A coverage document of a specification, and how its paragraphs are numbered. */
interface Coverage {
  file: string
  /** First letter of the id of each row. */
  letter: string
  /** Number of paragraphs of each section of the specification. */
  paragraphs: Readonly<Record<number, number>>
}

/** Coverage of the back office. */
export const backOffice: Coverage = {
  file: 'docs/coverage-backoffice.md',
  letter: 'B',
  paragraphs: { 2: 44, 3: 15, 4: 19, 5: 47, 6: 9, 7: 32, 8: 47, 9: 28 },
}

/** Coverage of the employee app. */
export const employeeApp: Coverage = {
  file: 'docs/coverage-employee-app.md',
  letter: 'E',
  paragraphs: { 1: 1, 2: 70, 3: 9, 4: 12, 5: 10, 6: 2, 7: 10, 8: 21, 9: 15 },
}

/** Marks a row without code, or without a test, so far. */
const missing = '—'

/** Marks a row without a test, because a decision says why the paragraph is left out. */
const decided = 'decided'

interface Row {
  id: string
  paragraph: string
  files: string
  tests: string
}

interface Findings {
  /** Errors in the document. */
  problems: string[]
  /** Paragraphs without code or without a test. */
  pending: string[]
}

function rowsOf(text: string, letter: string): Row[] {
  const numbered = new RegExp(`^\\| ${letter}\\d+\\.\\d+ \\|`)
  return text
    .split('\n')
    .filter((line) => numbered.test(line))
    .map((line) => {
      const [id = '', paragraph = '', files = '', tests = ''] = line.slice(1, -1).split(' | ')
      return { id: id.trim(), paragraph, files, tests: tests.trim() }
    })
}

const call =
  /(?:\b(?<head>(?:test|it|describe)(?:\.\w+)*)|[)\]])\s*\(\s*(?<quote>['"`])(?<title>[^\n]+?)\k<quote>\s*,/g

/** The titles of the tests in a file, without skipped and todo ones. */
function titlesOf(source: string): Set<string> {
  const calls = [...source.matchAll(call)].map((match) => match.groups ?? {})
  const running = calls.filter(({ head }) => !/\.(skip|todo|fixme)/.test(head ?? ''))
  return new Set(running.map(({ title }) => title ?? ''))
}

function fileProblems(root: string, { id, files }: Row): string[] {
  if (files === missing) return []
  if (files === '') return [`${id} names no file`]
  return files
    .split(', ')
    .filter((file) => !existsSync(join(root, file)))
    .map((file) => `${id} names ${file}, which is gone`)
}

const isDecision = (file: string) => file.startsWith('docs/decisions/')

/** Reference to a test: `«title»`, with the cases of a table that are meant: `[case; another]`, or `[each]` for all. */
const named = /^«(?<title>.+)»(?: \[(?<cases>[^\]]+)\])?$/

/** The cases that occur neither in the test file nor in a file that it imports by a relative path. */
function strangeCases(file: string, cases: string): string[] {
  const source = readFileSync(file, 'utf8')
  const read = [...source.matchAll(/from '(\.[^']+\.ts)'/g)].map(([, path = '']) => join(file, '..', path))
  const texts = [source, ...read.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'))]
  return cases === 'each'
    ? []
    : cases.split('; ').filter((name) => !texts.some((text) => text.includes(name)))
}

function testProblems(root: string, { id, files, tests }: Row): string[] {
  if (tests === missing) return []
  if (tests === decided)
    return files.split(', ').every(isDecision) ? [] : [`${id} is done, and needs its test`]
  return tests.split(/(?<=[»\]]); (?=\S+ «)/).flatMap((part) => {
    const file = part.split(' «', 1)[0] ?? ''
    if (!existsSync(join(root, file))) return [`${id} names ${file}, which is gone`]
    if (file === part) return [`${id} names no test of ${file}`]
    const known = titlesOf(readFileSync(join(root, file), 'utf8'))
    const titles = part.slice(file.length + 1).split(/(?<=[»\]]), (?=«)/)
    return titles.flatMap((text) => {
      const { title = text, cases = 'each' } = named.exec(text)?.groups ?? {}
      if (!known.has(title)) return [`${id} names «${title}», which ${file} has not`]
      return strangeCases(join(root, file), cases).map(
        (name) => `${id} names [${name}], which ${file} has not`,
      )
    })
  })
}

function idProblems(rows: readonly Row[], { letter, paragraphs }: Coverage): string[] {
  const ids = rows.map(({ id }) => id)
  const wanted = Object.entries(paragraphs).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${section}.${index + 1}`),
  )
  const lost = wanted.filter((id) => !ids.includes(id)).map((id) => `${id} has no row`)
  const double = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} has two rows`)
  const strange = ids.filter((id) => !wanted.includes(id)).map((id) => `${id} is no paragraph`)
  return [...lost, ...double, ...strange]
}

/** Checks the text of a coverage document against the project below `root`; returns errors and pending paragraphs. */
export function readCoverage(root: string, coverage: Coverage, text: string): Findings {
  const rows = rowsOf(text, coverage.letter)
  const problems = [
    ...idProblems(rows, coverage),
    ...rows.flatMap((row) => [...fileProblems(root, row), ...testProblems(root, row)]),
  ]
  const pending = rows
    .filter(({ files, tests }) => files === missing || tests === missing)
    .map(({ id, paragraph }) => `${id} ${paragraph}`)
  return { problems, pending }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const findings = [backOffice, employeeApp].map((coverage) =>
    readCoverage(root, coverage, readFileSync(join(root, coverage.file), 'utf8')),
  )
  const problems = findings.flatMap((one) => one.problems)
  const pending = findings.flatMap((one) => one.pending)
  const isStrict = process.argv.includes('--strict')
  for (const problem of problems) console.error(problem)
  for (const one of pending) console.log(`pending: ${one}`)
  process.exit(problems.length > 0 || (isStrict && pending.length > 0) ? 1 : 0)
}
