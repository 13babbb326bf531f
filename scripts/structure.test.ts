import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { structureProblems } from './structure.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'structure-'))
})
afterEach(() => rmSync(root, { recursive: true }))

function write(file: string, text: string) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
}

test.each([
  ['packages/domain/src/money.ts', "import { readFile } from 'node:fs'"],
  ['apps/web/src/staff/loans/loans-page.tsx', "import { Home } from '../../worker/home/home-page.tsx'"],
  ['apps/web/src/worker/home/home-page.tsx', "import { Table } from '../../staff/loans/table.tsx'"],
  ['apps/web/src/components/button.tsx', "import { useLoan } from '../worker/loans/api.ts'"],
  ['apps/web/src/lib/api.ts', "import { env } from '../../../server/src/env.ts'"],
  ['apps/server/src/command/clock.ts', "import { getLoan } from '../features/loans/queries.ts'"],
  ['apps/server/src/integrations/stp/client.ts', "import { connect } from '../../db/connect.ts'"],
  ['apps/server/src/lending/loans/commands.ts', "import { loanRoutes } from './routes.ts'"],
  ['apps/server/src/lending/loans/commands.ts', "import { seedDemo } from '../../demo/seed.ts'"],
  ['apps/server/src/lending/loans/commands.ts', "import { closeDay } from '../../jobs/close-day.ts'"],
  ['apps/web/src/lib/api.ts', "import { toast } from '../components/toast.tsx'"],
  ['apps/server/src/lib/utils.ts', ''],
  ['apps/server/src/command/clock.ts', '//\n'.repeat(301)],
])('refuses %s with %s', (file, text) => {
  write(file, text)
  expect(structureProblems(root)).toHaveLength(1)
})

test('accepts a feature that imports domain and another feature', () => {
  write(
    'apps/server/src/lending/payments/commands.ts',
    "import { postPayment } from '../ledger/commands.ts'\nimport { roundHalfUp } from '@quincena/domain/money'",
  )
  write('apps/web/src/worker/home/home-page.tsx', "import { Amount } from '../../components/amount.tsx'")
  expect(structureProblems(root)).toEqual([])
})

test('refuses features that import each other, also through a third', () => {
  const use = (from: string, to: string) =>
    write(`apps/server/src/features/${from}/queries.ts`, `import { it } from '../${to}/queries.ts'`)
  use('companies', 'users')
  use('users', 'documents')
  expect(structureProblems(root)).toEqual([])
  use('documents', 'companies')
  expect(structureProblems(root)).toEqual([
    expect.stringMatching(/features\/companies, .*features\/documents, .*features\/users use each other/),
  ])
})

test('the project has no structure problem', () => {
  expect(structureProblems(join(import.meta.dirname, '..'))).toEqual([])
})
