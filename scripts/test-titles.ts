// Finds the titles of tests in a parsed script.
import { type CallExpression, type Program, Visitor } from 'oxc-parser'

/** The title of a test or of a group of tests. */
export interface TestTitle {
  /** Offsets of the text between the quotes. */
  start: number
  end: number
  /** The test, or a group around it, is skipped or still to do. */
  isSkipped: boolean
}

const heads = ['test', 'it', 'describe']
const skips = ['skip', 'todo', 'fixme']

/** The names of a call: `describe`, `skip` and `each` for `describe.skip.each(rows)(title, run)`. */
function callNames(callee: CallExpression['callee']): string[] {
  if (callee.type === 'Identifier') return [callee.name]
  if (callee.type === 'CallExpression') return callNames(callee.callee)
  if (callee.type === 'TaggedTemplateExpression') return callNames(callee.tag)
  if (callee.type !== 'MemberExpression' || callee.object.type === 'Super') return []
  return [...callNames(callee.object), callee.property.type === 'Identifier' ? callee.property.name : '']
}

/** The titles of a script, in the order of its text. */
export function findTestTitles(program: Program): TestTitle[] {
  const titles: TestTitle[] = []
  let skippedUntil = 0
  const collect = ({ callee, arguments: [title], start, end }: CallExpression) => {
    const [head = '', ...names] = callNames(callee)
    if (!heads.includes(head)) return
    if (names.some((name) => skips.includes(name))) skippedUntil = Math.max(skippedUntil, end)
    if (title?.type === 'TemplateLiteral' || (title?.type === 'Literal' && typeof title.value === 'string'))
      titles.push({ start: title.start + 1, end: title.end - 1, isSkipped: start < skippedUntil })
  }
  new Visitor({ CallExpression: collect }).visit(program)
  return titles
}
