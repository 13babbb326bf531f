import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const biome = fileURLToPath(new URL('../node_modules/@biomejs/biome/bin/biome', import.meta.url))
const plugin = fileURLToPath(new URL('query-matchers.grit', import.meta.url))

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'matchers-'))
  const config = { root: true, plugins: [plugin], linter: { rules: { preset: 'none' } } }
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(config))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The lines of the text that Biome refuses with the plugin. */
function refusedLines(text: string): number[] {
  writeFileSync(join(folder, 'a.test.tsx'), text)
  const args = [biome, 'lint', '--reporter=github', 'a.test.tsx']
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  return [...stdout.matchAll(/^::error .*,line=(\d+),/gm)].map(([, line]) => Number(line))
}

test('refuses toBeDefined and toBeTruthy on the result of a query', () => {
  const refused = [
    "expect(screen.getByText('a')).toBeDefined()",
    "expect(screen.getByText('a')).toBeTruthy()",
    "expect(await screen.findByRole('button', { name: 'a' })).toBeDefined()",
    "expect(within(dialog).queryByLabelText('a')).toBeDefined()",
    "await waitFor(() => expect(row.getByText('a')).toBeDefined())",
    "expect(\n  screen.getByText('a', {}),\n).toBeDefined()",
  ]
  expect(refusedLines(refused.join('\n'))).toEqual([1, 2, 3, 4, 5, 8])
})

test('accepts matchers of visibility and state, and toBeDefined on other values', () => {
  const accepted = [
    "expect(screen.getByText('a')).toBeVisible()",
    "expect(screen.getByRole('button')).toBeDisabled()",
    'expect(calls.find(({ path }) => path)).toBeDefined()',
  ]
  expect(refusedLines(accepted.join('\n'))).toEqual([])
})
