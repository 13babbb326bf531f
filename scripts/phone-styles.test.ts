import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const source = join(root, 'apps/web/src')
const styles = join(root, 'node_modules/@mantine/core/styles')

/** A phone's files: the worker's screens, the doors, and what they import of ours. */
function phoneFiles(): Set<string> {
  const found = new Set<string>()
  const visit = (file: string) => {
    if (found.has(file) || !existsSync(file) || file.endsWith('staff-routes.ts')) return
    found.add(file)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\(|import )'(\.[^']+)'/g))
      visit(join(dirname(file), path))
  }
  const screens = globSync(['worker/**/*.tsx', 'password/*.tsx', 'app/worker-layout.tsx', 'app/start.tsx'], {
    cwd: source,
    exclude: ['**/*.test.tsx'],
  })
  for (const screen of screens) visit(join(source, screen))
  return found
}

test('each part of Mantine that a phone shows has its styles on the phone', () => {
  const files = [...phoneFiles()]
  const named = (pattern: RegExp, kind: string) =>
    files
      .filter((file) => file.endsWith(kind))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, names = '']) => names))
  const there = new Set(named(/@mantine\/core\/styles\/(\w+)\.layer\.css/g, '.css'))
  const shown = named(/import \{([^}]*)\} from '@mantine\/core'/g, '.tsx')
    .flatMap((names) => names.split(',').map((name) => name.trim().split(' as ')[0] ?? ''))
    .filter((name) => existsSync(join(styles, `${name}.layer.css`)))
  expect(shown.length).toBeGreaterThan(20)
  expect([...new Set(shown)].filter((name) => !there.has(name))).toEqual([])
})
