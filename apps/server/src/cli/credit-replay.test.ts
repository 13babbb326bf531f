import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const command = fileURLToPath(new URL('./credit-replay.ts', import.meta.url))
const vectors = fileURLToPath(
  new URL('../../../../packages/domain/test/credit-histories.json', import.meta.url),
)
const folder = mkdtempSync(join(tmpdir(), 'quincena-replay-'))
afterAll(() => rmSync(folder, { recursive: true }))

function run(...args: string[]) {
  return new Promise<{ code: number; output: string; problem: string }>((done) => {
    execFile(process.execPath, [command, ...args], { maxBuffer: 2 ** 26 }, (error, output, problem) =>
      done({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, output, problem }),
    )
  })
}

function write(name: string, content: unknown): string {
  const path = join(folder, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const terms = {
  ...{ amount: 1_000_000, annual_rate: '0.18', frequency: 'monthly', installments: 3 },
  ...{ start: '2026-11-20', tax_rate: 0, tax_added: false },
}

test('prints the histories of a file with every figure, from their terms, payments and days', async () => {
  const expected: Record<string, unknown>[] = JSON.parse(readFileSync(vectors, 'utf8'))
  const inputs = expected.map(({ id, terms, steps }) => ({
    ...{ id, terms },
    steps: (steps as Record<string, { day?: string }>[]).map((step) =>
      'pay' in step ? { pay: step.pay } : { look: { day: step.look?.day } },
    ),
  }))
  const { code, output, problem } = await run(write('histories.json', inputs))
  expect({ code, problem }).toEqual({ code: 0, problem: '' })
  const printed: Record<string, unknown>[] = JSON.parse(output)
  expect(printed).toHaveLength(96)
  for (const [index, history] of printed.entries()) expect(expected[index]).toMatchObject(history)
})

test('ends a history at a payment above the payoff, with the payoff', async () => {
  const pay = { value_date: '2026-11-20', amount: 1_000_001, excess: 'lower_payment' }
  const steps = [{ pay }, { look: { day: '2026-11-21' } }]
  const { output } = await run(write('above.json', [{ id: 'a', terms, steps }]))
  expect(JSON.parse(output)[0].steps).toEqual([{ pay, error: 'exceeds_payoff', payoff: 1_000_000 }])
})

test.each([
  ['no file', [join(folder, 'none.json')], /ENOENT/],
  ['no JSON', [write('no.json', '{')], /no\.json is not JSON/],
  ['no array', [write('object.json', {})], /expected array/],
  [
    'a negative amount',
    [write('amount.json', [{ id: 1, terms: { ...terms, amount: -1 }, steps: [] }])],
    /\[0\]\.terms\.amount/,
  ],
  [
    'an unknown choice',
    [write('choice.json', [{ id: 1, terms, steps: [{ pay: { excess: 'x' } }] }])],
    /\[0\]\.steps\[0\]/,
  ],
  ['no argument', [], /^Usage:/],
])('refuses %s in one line with exit code 1', async (_what, args, line) => {
  const { code, output, problem } = await run(...args)
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(problem.trimEnd().split('\n')).toHaveLength(1)
  expect(problem).toMatch(line)
})
