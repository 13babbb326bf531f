import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nameProblems, proseFiles, wordProblems } from './words.ts'

test.each([
  ["A token that is nobody's.", "nobody's"],
  ['Staff are told of it.', 'told'],
  ['No answer was heard.', 'heard'],
  ["The session is in another's hands.", "another's hands"],
  ['The queue comes to rest.', 'comes to rest'],
  ['The rules of the house.', 'of the house'],
  ['Whoever signs, pays.', 'Whoever'],
  ['This is an act.', 'an act'],
  ['The act commits.', 'The act'],
  ['Each act has a key.', 'Each act'],
  ['It locks all acts of a loan.', 'all acts'],
  ["A manager's acts are listed.", "manager's acts"],
  ['The standing decides.', 'The standing'],
  ["A worker's standing.", "worker's standing"],
  ['It reads standing of the loan.', 'standing of'],
])('refuses the comment %j', (comment, word) => {
  const problem = expect.stringContaining(`"${word}": write `)
  expect(wordProblems('a.ts', `// ${comment}`)).toEqual([problem])
  expect(wordProblems('a.tsx', `const a = <p>{/* ${comment} */}</p>`)).toEqual([problem])
  expect(wordProblems('a.css', `/* ${comment} */`)).toEqual([problem])
  expect(wordProblems('a.sql', `-- ${comment}`)).toEqual([problem])
  expect(wordProblems('a.md', comment)).toEqual([problem])
})

test.each([
  'The worker may act on it, and the server acts as a proxy.',
  'The proxy acts on each call; staff act at once. An actual action of an actor.',
  'The amount outstanding, with long-standing customers standing by.',
  'The `act` of `standing` is code, and «la act que fue told» a quotation.',
  'The [acts](act.md#the-standing).',
  'Untold, unheard, actúa, la toldo.',
])('accepts the sentence %j', (sentence) => {
  expect(wordProblems('a.md', sentence)).toEqual([])
})

test.each([
  "test('shows what it told', () => {})",
  'it(`shows what it told \u0024{name}`, () => {})',
  "describe('told', () => {})",
  "test.each([1])('is told %s', () => {})",
  "test.each`a`('is told %s', () => {})",
  "describe.skip.each([1])('is told %s', () => {})",
])('refuses the title of %s', (text) => {
  expect(wordProblems('a.test.ts', text)).toEqual([expect.stringContaining('a.test.ts:1: "told"')])
})

test.each([
  ['a.ts', "const told = 'told' // it"],
  ['a.ts', "const url = 'https://told' + `/* told */ // told`"],
  ['a.tsx', 'const a = <p>// told</p>'],
  ['a.test.ts', "expect(told).toBe('told'); page.test('told')"],
  ['a.css', '.told { content: "/* told */" }'],
  ['a.sql', 'select \'-- told\', "-- told", $$ -- told $$ as told'],
])('accepts code and strings in %s: %s', (file, text) => {
  expect(wordProblems(file, text)).toEqual([])
})

test('reports the line of words that a comment breaks over two lines', () => {
  const text = 'const a = 1\n// it comes\n// to rest\n/**\n * of the\n * house\n */'
  expect(wordProblems('a.ts', text).map((problem) => problem.split(': ')[0])).toEqual(['a.ts:2', 'a.ts:5'])
})

test('does not join comments over code', () => {
  expect(wordProblems('a.ts', 'start() // the\nstop() // standing rule')).toEqual([])
})

test('reads scripts and documents of the project, and no migration', () => {
  const files = proseFiles(join(import.meta.dirname, '..'))
  expect(files).toEqual(
    expect.arrayContaining(['README.md', 'scripts/words.ts', 'docs/decisions/001-libraries.md']),
  )
  expect(files.filter((file) => /\/migrations\/|node_modules/.test(file))).toEqual([])
})

test.each([
  'const told = 1',
  'function tellHeard() {}',
  'const NOBODY_ELSE = 1',
  'interface Standing {}',
  'go(isStanding)',
])('refuses the name in %j', (code) =>
  expect(nameProblems('a.ts', code)).toEqual([expect.stringMatching(/^a\.ts:1: "/)]),
)

test.each(['const a = { standing: 1 }', 'row.standing', 'const outstanding = 1', 'const toldo = heardy'])(
  'accepts the names in %j',
  (code) => expect(nameProblems('a.ts', code)).toEqual([]),
)
