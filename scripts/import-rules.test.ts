import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const project = join(import.meta.dirname, '..')
const server = 'apps/server/src'
const web = 'apps/web/src'

/** A file, what it imports, and a part of Biome's message. */
const refused = [
  ['packages/domain/src/money.ts', 'node:fs', /Domain is pure/],
  ['packages/domain/src/loans/rules.ts', 'kysely', /Domain is pure/],
  ['packages/domain/src/dates.ts', '../../../apps/server/src/env.ts', /does not know them/],
  [`${server}/platform/audit/queries.ts`, '../../people/users/queries.ts', /lower module/],
  [`${server}/people/users/queries.ts`, '../../treasury/ledger/queries.ts', /lower module/],
  [`${server}/treasury/ledger/commands.ts`, '../../lending/loans/commands.ts', /lower module/],
  [`${server}/lending/loans/commands/close.ts`, '../../../office/search/queries.ts', /lower module/],
  [`${server}/lending/loans/commands.ts`, '../../demo/seed.ts', /composition root/],
  [`${server}/lending/loans/jobs.ts`, '../../app.ts', /composition root/],
  [`${server}/office/search/routes.ts`, '../../../../web/src/lib/api.ts', /only over HTTP/],
  [`${server}/command/clock.ts`, '../lending/loans/queries.ts', /no business noun/],
  [`${server}/jobs/queue.ts`, '../treasury/transfers/commands/send-transfer.ts', /no business noun/],
  [`${server}/integrations/stp/client.ts`, '../../db/connect.ts', /speaks a protocol/],
  [`${web}/lib/api.ts`, '../../../server/src/env.ts', /only over HTTP/],
  [`${web}/lib/format.ts`, '../components/toast.tsx', /draws nothing/],
  [`${web}/lib/session.ts`, '../worker/home/api.ts', /knows no screen/],
  [`${web}/components/button.tsx`, '../worker/loan/api.ts', /knows no screen/],
  [`${web}/staff/loans/loans-page.tsx`, '../../worker/home/home-page.tsx', /only its own folder/],
  [`${web}/worker/home/home-page.tsx`, '../../staff/loans/table.tsx', /only its own folder/],
  [`${web}/password/password-page.tsx`, '../app/router.tsx', /only its own folder/],
] as const

const accepted = [
  [`${server}/lending/loans/queries.ts`, '../../treasury/ledger/commands.ts'],
  [`${server}/office/search/queries.ts`, '../../lending/loans/queries.ts'],
  [`${server}/treasury/ledger/ledger.test.ts`, '../../lending/loans/commands.ts'],
  [`${web}/staff/loans/filters.tsx`, '../../components/table.tsx'],
] as const

let root = ''
let messages = ''

function write(name: string, specifier: string) {
  const file = join(root, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `import { it } from '${specifier}'\nexport const use = it\n`)
}

/** The message of the rule about a file; undefined if Biome accepts it. */
const messageFor = (file: string) =>
  messages.split('\n').find((line) => line.startsWith('::error') && line.includes(`/${file},`))

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'imports-'))
  for (const name of ['biome.json', '.gitignore', 'scripts/query-matchers.grit'])
    cpSync(join(project, name), join(root, name))
  for (const [file, specifier] of [...refused, ...accepted]) write(file, specifier)
  const biome = join(project, 'node_modules/.bin/biome')
  const options = [
    'lint',
    '--only=style/noRestrictedImports',
    '--max-diagnostics=100',
    '--reporter=github',
    '.',
  ]
  const { stdout } = spawnSync(biome, options, { cwd: root, encoding: 'utf8' })
  messages = stdout
})
afterAll(() => rmSync(root, { recursive: true }))

test.each(refused)('Biome refuses that %s imports %s', (file, _specifier, message) => {
  expect(messageFor(file)).toMatch(message)
})

test.each(accepted)('Biome accepts that %s imports %s', (file) => {
  expect(messageFor(file)).toBeUndefined()
})
