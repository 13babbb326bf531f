import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const source = join(root, 'apps/web/src')
const styles = join(root, 'node_modules/@mantine/core/styles')

/** The files of the worker app: its screens, the password pages, and the project's files that they import. */
function workerAppFiles(): Set<string> {
  const files = new Set<string>()
  const visit = (file: string) => {
    if (files.has(file) || !existsSync(file) || file.endsWith('staff-routes.ts')) return
    files.add(file)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\(|import )'(\.[^']+)'/g))
      visit(join(dirname(file), path))
  }
  const screens = globSync(['worker/**/*.tsx', 'password/*.tsx', 'app/worker-layout.tsx', 'app/start.tsx'], {
    cwd: source,
    exclude: ['**/*.test.tsx'],
  })
  for (const screen of screens) visit(join(source, screen))
  return files
}

test('the worker app loads the styles of every Mantine component that it uses', () => {
  const files = [...workerAppFiles()]
  const named = (pattern: RegExp, kind: string) =>
    files
      .filter((file) => file.endsWith(kind))
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, names = '']) => names))
  const loaded = new Set(named(/@mantine\/core\/styles\/(\w+)\.layer\.css/g, '.css'))
  const used = named(/import \{([^}]*)\} from '@mantine\/core'/g, '.tsx')
    .flatMap((names) => names.split(',').map((name) => name.trim().split(' as ')[0] ?? ''))
    .filter((name) => existsSync(join(styles, `${name}.layer.css`)))
  expect(used.length).toBeGreaterThan(20)
  expect([...new Set(used)].filter((name) => !loaded.has(name))).toEqual([])
})
