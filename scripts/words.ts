// Refuses private words in comments, test titles and documents, and says what to write instead.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { findTestTitles } from './test-titles.ts'

interface Rule {
  pattern: RegExp
  instead: string
}

interface Span {
  start: number
  end: number
}

/** A rule whose pattern matches whole words only, also beside accented letters. */
function refuse(words: string, instead: string): Rule {
  return {
    pattern: new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.replaceAll(' ', '\\s+')})(?![\\p{L}\\p{N}_])`, 'giu'),
    instead,
  }
}

const article = "(?:an?|the|its|their|his|her|our|whose|[a-z]+['’]s)"
const counter = '(?:each|every|this|that|same|another|any|no|one|single|first|second|last|whole|per|which)'
const plural = '(?:these|those|all|both|two|three|several|such|many|other|more|of)'

const rules: readonly Rule[] = [
  refuse("nobody['’]s", 'unknown, or without an owner'),
  refuse('told', 'notify, report or state, with who learns it'),
  refuse('heard', 'receive, or get the answer'),
  refuse("(?:an)?other(?:['’]s)? hands", 'another user, session or process'),
  refuse('(?:comes?|came|coming) to rest', 'nothing is pending, or idle'),
  refuse('of the house', 'of the project, or the usual one'),
  refuse('whoever', 'the user (or caller) who'),
  refuse(`${article} acts?(?! (?:as|for) )|${counter} act(?! (?:on|upon|as|for) )|${plural} acts`, 'command'),
  refuse(`(?:${article}|${counter}) standing(?! orders?)|standing of|standings`, 'status, or state'),
]

/** Part of every match, also of one over two lines: most files have none, and need no parser. */
const hint = /\b(?:nobody|told|heard|hands|rest|house|whoever|acts?|standings?)\b/i

/** The same words as a part of a name: `toldUser`, `isStanding`, `NOBODY_ELSE`. */
const nameParts = /^(?:told|heard|nobody|whoever|standings?)$/i
const partOfName = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g

/** Text of code and Spanish quotations inside prose. */
const quotation = /```.*?```|`[^`\n]*`|\$\{[^}]*\}|«[^»]*»|\]\([^)]*\)/gs

/** Comments of a style sheet or SQL file; strings are matched first, so that they are skipped. */
const cssComment = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(?<comment>\/\*.*?\*\/)/gs
const sqlComment = /'[^']*'|"[^"]*"|\$(?<tag>\w*)\$.*?\$\k<tag>\$|(?<comment>--[^\n]*|\/\*.*?\*\/)/gs

/** The comments and test titles of a script. */
function scriptSpans(file: string, text: string): Span[] {
  const { comments, program } = parseSync(file, text)
  const titles = /\.(test|spec)\./.test(file) ? findTestTitles(program) : []
  return [...comments, ...titles].sort((a, b) => a.start - b.start)
}

function commentSpans(text: string, comment: RegExp): Span[] {
  return [...text.matchAll(comment)]
    .filter(({ groups }) => groups?.comment !== undefined)
    .map(({ 0: { length }, index }) => ({ start: index, end: index + length }))
}

function spansOf(file: string, text: string): Span[] {
  if (file.endsWith('.md')) return [{ start: 0, end: text.length }]
  if (file.endsWith('.css')) return commentSpans(text, cssComment)
  if (file.endsWith('.sql')) return commentSpans(text, sqlComment)
  return scriptSpans(file, text)
}

const blank = (text: string) => text.replace(/\S/g, '\0')

/** The text with everything but its prose blanked, so that offsets and lines stay the same. */
function proseOf(file: string, text: string): string {
  const spans = spansOf(file, text)
  const ends = [0, ...spans.map(({ end }) => end)]
  const parts = spans.map(({ start, end }, index) => {
    const prose = text.slice(start, end).replace(quotation, blank).replace(/[/*]/g, ' ')
    return blank(text.slice(ends[index], start)) + prose
  })
  return parts.join('')
}

/** Finds the refused words in the comments, test titles or prose of a file, one line each. */
export function wordProblems(file: string, text: string): string[] {
  if (!hint.test(text)) return []
  const prose = proseOf(file, text)
  return rules.flatMap(({ pattern, instead }) =>
    [...prose.matchAll(pattern)].map(({ 0: word, index }) => {
      const line = prose.slice(0, index).split('\n').length
      return `${file}:${line}: "${word.replace(/\s+/g, ' ')}": write ${instead}`
    }),
  )
}

/** Finds the refused words in the names of a script, one line each. Property names are not checked, because some are part of the API. */
export function nameProblems(file: string, text: string): string[] {
  const keys = new Set<number>()
  const names: { name: string; start: number }[] = []
  const addKey = ({ key }: { key: { start: number } }) => void keys.add(key.start)
  const addMember = ({ property }: { property: { start: number } }) => void keys.add(property.start)
  const addName = (name: (typeof names)[number]) => void names.push(name)
  new Visitor({
    ...{ MemberExpression: addMember, Property: addKey, TSPropertySignature: addKey, Identifier: addName },
  }).visit(parseSync(file, text).program)
  return names
    .filter(
      ({ name, start }) => !keys.has(start) && name.match(partOfName)?.some((part) => nameParts.test(part)),
    )
    .map(({ name, start }) => {
      const line = text.slice(0, start).split('\n').length
      return `${file}:${line}: "${name}": write the noun of the field: notice, callback, report, status`
    })
}

/** The files below `root` that the rules are about: scripts, style sheets, SQL and documents, without migrations. */
export function proseFiles(root: string): string[] {
  return globSync(['*.{ts,md}', '{apps,bench,docs,e2e,packages,scripts}/**/*.{ts,tsx,mjs,css,sql,md}'], {
    cwd: root,
    exclude: ['**/node_modules', '**/dist', '**/data', '**/migrations', 'e2e/{results,screenshots}'],
  }).map((file) => file.replaceAll('\\', '/'))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const problems = proseFiles(root).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const names = /\.(?:tsx?|mjs)$/.test(file) ? nameProblems(file, text) : []
    return [...wordProblems(file, text), ...names]
  })
  for (const problem of problems) console.error(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}
