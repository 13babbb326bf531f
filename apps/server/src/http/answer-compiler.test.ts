import { money } from '@quincena/domain/money'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { compileAnswer, serializerCompiler } from './answer-compiler.ts'

const tree = z.object({
  name: z.string(),
  get children() {
    return z.array(tree)
  },
})

const schema = z.object({
  id: z.int(),
  amount: money,
  paid: money.nullable(),
  state: z.enum(['active', 'overdue']),
  deletable: z.literal(true).optional(),
  tags: z.array(z.string()),
  tree: tree.optional(),
  counts: z.partialRecord(z.enum(['a', 'b']), z.int()),
})
const value: z.infer<typeof schema> = {
  ...{ id: 7, amount: 123_456, paid: null, state: 'active', tags: ['x'], counts: { a: 1 } },
  tree: { name: 'root', children: [{ name: 'leaf', children: [] }] },
}

const serialize = (answer: unknown) =>
  serializerCompiler({ schema, method: 'GET', url: '/x', httpStatus: '200' })(answer)

test('writes centavos as pesos and only the declared fields', () => {
  const stored = { ...value, password_hash: 'secret', tree: { ...value.tree, secret: 1 } }
  expect(serialize(stored)).toBe(
    '{"id":7,"amount":1234.56,"paid":null,"state":"active","tags":["x"],"tree":{"name":"root","children":[{"name":"leaf","children":[]}]},"counts":{"a":1}}',
  )
})

test.each([
  ['a missing field', { ...value, id: undefined }],
  ['a text in place of a number', { ...value, id: '7' }],
  ['a number that JSON lacks', { ...value, id: Number.NaN }],
  ['an unknown state', { ...value, state: 'lost' }],
  ['null where nothing may lack', { ...value, amount: null }],
  ['an object in place of a list', { ...value, tags: { x: 1 } }],
  ['a list in place of an object', { ...value, tree: [] }],
  ['a fault deep inside', { ...value, tree: { name: 'root', children: [{ name: 'leaf' }] } }],
])('refuses %s as zod does', (_, answer) => {
  expect(() => compileAnswer(schema)(answer)).toThrow()
  expect(() => serialize(answer)).toThrow("Response doesn't match the schema")
})

test('a text that its schema changes is encoded by zod', () => {
  expect(compileAnswer(z.string().trim())(' a ')).toBe(z.encode(z.string().trim(), ' a '))
})
