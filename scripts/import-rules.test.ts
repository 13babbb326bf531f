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
  [`${server}/deps.ts`, './lending/loans/queries.ts', /know no module/],
  [`${server}/env.ts`, './demo/people.ts', /know no module/],
  [`${server}/pdf/render.ts`, '../pdf-worker.ts', /composition root/],
  [`${server}/office/downloads/routes.ts`, '../../pdf-worker.ts', /composition root/],
  [`${server}/integrations/stp/client.ts`, '../../db/connect.ts', /speaks a protocol/],
  [`${web}/lib/api.ts`, '../../../server/src/env.ts', /only over HTTP/],
  [`${web}/lib/format.ts`, '../components/toast.tsx', /draws nothing/],
  [`${web}/lib/session.ts`, '../worker/home/api.ts', /knows no screen/],
  [`${web}/components/button.tsx`, '../worker/loan/api.ts', /knows no screen/],
  [`${web}/staff/loans/loans-page.tsx`, '../../worker/home/home-page.tsx', /only its own folder/],
  [`${web}/worker/home/home-page.tsx`, '../../staff/loans/table.tsx', /only its own folder/],
  [`${web}/password/password-page.tsx`, '../app/router.tsx', /only its own folder/],
  [`${web}/demo/demo-mails-page.tsx`, '../worker/home/home-page.tsx', /only its own folder/],
] as const

/** Other ways to import a higher module, each in a file of its own; scripts/structure.ts refuses the rest. */
const forms = [
  ['types', `import type { It } from '../../lending/loans/rules.ts'`],
  ['export', `export { it } from '../../lending/loans/rules.ts'`],
  ['export-all', `export * from '../../lending/loans/rules.ts'`],
  ['export-types', `export type { It } from '../../lending/loans/rules.ts'`],
  ['effects', `import '../../lending/loans/rules.ts'`],
  ['dynamic', `export const it = await import('../../lending/loans/rules.ts')`],
] as const
const formFile = (form: string) => `${server}/treasury/ledger/queries/${form}.ts`

const accepted = [
  [`${server}/lending/loans/queries.ts`, '../../treasury/ledger/commands.ts'],
  [`${server}/office/search/queries.ts`, '../../lending/loans/queries.ts'],
  [`${server}/treasury/ledger/ledger.test.ts`, '../../lending/loans/commands.ts'],
  [`${web}/staff/loans/filters.tsx`, '../../components/table.tsx'],
] as const

/** Ways to close a circle between two files. */
const circles = [
  ['value', `import { it } from './circle-value-end.ts'\nexport const use = it`],
  ['type', `import type { it } from './circle-type-end.ts'\nexport type Use = typeof it`],
  ['export', `export { it as use } from './circle-export-end.ts'`],
  ['dynamic', `export const use = await import('./circle-dynamic-end.ts')`],
] as const
const circleFile = (form: string) => `${server}/lending/loans/queries/circle-${form}.ts`

let root = ''
let messages = ''

function write(name: string, text: string) {
  const file = join(root, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${text}\n`)
}

/** The message of the rule about a file; undefined if Biome accepts it. */
const messageFor = (file: string) =>
  messages.split('\n').find((line) => line.startsWith('::error') && line.includes(`=${file},`))

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'imports-'))
  for (const name of ['biome.json', '.gitignore', 'scripts/query-matchers.grit'])
    cpSync(join(project, name), join(root, name))
  for (const [file, specifier] of [...refused, ...accepted])
    write(file, `import { it } from '${specifier}'\nexport const use = it`)
  for (const [form, text] of forms) write(formFile(form), text)
  for (const [form, text] of circles) {
    write(circleFile(form), text)
    write(circleFile(`${form}-end`), `import type { Use } from './circle-${form}.ts'\nexport let it: Use`)
  }
  const biome = join(project, 'node_modules/.bin/biome')
  const options = [
    'lint',
    '--only=style/noRestrictedImports',
    '--only=suspicious/noImportCycles',
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

test.each(forms)('Biome refuses an import of a higher module as %s', (form) => {
  expect(messageFor(formFile(form))).toMatch(/lower module/)
})

test.each(circles)('Biome refuses a circle of two files by %s', (form) => {
  expect(messageFor(circleFile(form))).toMatch(/part of a cycle/)
})

test.each(accepted)('Biome accepts that %s imports %s', (file) => {
  expect(messageFor(file)).toBeUndefined()
})
