import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestContext } from './context.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const client = join(root, 'packages/client')
const tool = (folder: string, name: string) => join(folder, 'node_modules/.bin', name)

const content = z.record(z.string(), z.object({ schema: z.record(z.string(), z.unknown()).optional() }))
const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()).nonempty(),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: content.optional() })),
})
const shape = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) })

let folder: string
let file: string
let document: z.infer<typeof shape>
let operations: [call: string, described: z.infer<typeof operation>][]

beforeAll(async () => {
  const ctx = await createTestContext()
  const answer = await ctx.app.inject(`${ctx.api}/openapi.json`)
  folder = mkdtempSync(join(tmpdir(), 'openapi-'))
  file = join(folder, 'openapi.json')
  writeFileSync(file, answer.body)
  document = shape.parse(answer.json())
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): [string, z.infer<typeof operation>] => [
      `${method.toUpperCase()} ${path}`,
      described,
    ]),
  )
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('each operation has a name of its own and a summary', () => {
  const names = operations.map(([, { operationId }]) => operationId)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(names.filter((name) => !/^[a-z][A-Za-z0-9]+$/.test(name))).toEqual([])
  expect(operations.filter(([, { summary }]) => !/^[A-Z].*[^.]$/.test(summary))).toEqual([])
})

test('each operation says what it answers on success', () => {
  const without = operations.filter(([, { responses }]) => {
    const success = Object.entries(responses).find(([status]) => status.startsWith('2'))
    return success === undefined || (success[0] !== '204' && success[1].content === undefined)
  })
  expect(without.map(([call]) => call)).toEqual([])
})

test('the fields of bodies and answers are named schemas', () => {
  const inline = operations.flatMap(([call, { requestBody, responses }]) =>
    [requestBody?.content, ...Object.values(responses).map(({ content: one }) => one)].flatMap((described) =>
      Object.entries(described ?? {})
        .filter(([type, { schema }]) => type === 'application/json' && schema?.properties !== undefined)
        .map(() => call),
    ),
  )
  expect(inline).toEqual([])
})

test('both linters accept the document without a warning', async () => {
  await run(tool(root, 'redocly'), ['lint', '--config', join(root, 'redocly.yaml'), file])
  const ruleset = join(root, '.spectral.yaml')
  await run(tool(root, 'spectral'), ['lint', '--fail-severity=hint', '--ruleset', ruleset, file])
})

// `npm run openapi -- --update` writes the types again.
test('the types of the client are those of the document', async () => {
  const types = join(folder, 'schema.d.ts')
  await run(tool(client, 'openapi-typescript'), [file, '--output', types])
  await expect(readFileSync(types, 'utf8')).toMatchFileSnapshot(join(client, 'src/schema.d.ts'))
})
