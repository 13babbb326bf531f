import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const server = {
  ...{ version: '0.1.0', node: '26.0.0', started_at: '2026-11-16T18:00:00Z', now: '2026-11-16T19:00:00Z' },
  ...{ demo: true, database: 'embedded', storage: 'disk', stp: 'simulator', mail: 'outbox' },
}
const basics = { 'GET /notification/unread-count': { count: 0 }, 'GET /diagnostics': server }

const buildCheck = (part: string, result: string, fields: object = {}) => ({
  part,
  finding: result,
  took_ms: 12.3,
  tried_at: '2026-11-16T19:00:00Z',
  steps: [],
  facts: [],
  detail: null,
  ...fields,
})

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const card = async (name: string) => within(await screen.findByRole('region', { name }))

test('shows the version and the kind of data and runs no health check by itself', async () => {
  const calls = answerWith(basics)
  openStaffApp('/tests', 'U0')
  expect(await screen.findByText('0.1.0 · datos de demostración')).toBeVisible()
  expect(screen.getAllByText('Sin probar')).toHaveLength(12)
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test('runs a health check with its button and shows its steps, their times and its facts [B2.43]', async () => {
  let release = () => undefined
  const runningCheck = new Promise<void>((resolve) => {
    release = () => void resolve()
  })
  const calls = answerWith({
    ...basics,
    'POST /diagnostics/storage': async () => {
      await runningCheck
      return buildCheck('storage', 'storage_good', {
        steps: [{ step: 'write', took_ms: 1234 }],
        facts: [{ fact: 'bytes', value: 65_536 }],
      })
    },
  })
  openStaffApp('/tests', 'U0')
  const storage = await card('Archivos')
  await userEvent.dblClick(storage.getByRole('button', { name: 'Probar: Archivos' }))
  expect(storage.getByText('Probando…')).toBeVisible()
  release()
  expect(await storage.findByText('Funciona')).toBeVisible()
  expect(storage.getByText('65,536 bytes')).toBeVisible()
  expect(storage.getByText('1.2 s')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('shows what to do and the technical detail of a failed health check, and a refusal [B2.43]', async () => {
  answerWith({
    ...basics,
    'POST /diagnostics/database': buildCheck('database', 'database_failed', { detail: 'ECONNREFUSED' }),
    'POST /diagnostics/mail': buildRefusal(409, 'diagnostics.running', 'Esa prueba ya está en curso.'),
  })
  openStaffApp('/tests', 'U0')
  const database = await card('Base de datos')
  await userEvent.click(database.getByRole('button', { name: /Probar/ }))
  expect(await database.findByText('Falla')).toBeVisible()
  expect(database.getByText(/Revisa que PostgreSQL esté encendido/)).toBeVisible()
  expect(database.getByText('ECONNREFUSED')).toBeVisible()
  const mail = await card('Correo')
  await userEvent.click(mail.getByRole('button', { name: /Probar/ }))
  expect(await mail.findByText('Esa prueba ya está en curso.')).toBeVisible()
})

test('shows how many contracts lack a seal, since when, and what to do', async () => {
  answerWith({
    ...basics,
    'POST /diagnostics/contracts': buildCheck('contracts', 'contracts_unsealed', {
      facts: [
        { fact: 'unsealed', value: 3 },
        { fact: 'unsealed_since', value: '16/11/2026 11:40' },
      ],
    }),
  })
  openStaffApp('/tests', 'U0')
  const contracts = await card('Contratos firmados')
  await userEvent.click(contracts.getByRole('button', { name: /Probar/ }))
  expect(await contracts.findByText('Falla')).toBeVisible()
  expect(contracts.getByText('Contratos sin sello').parentElement?.textContent).toContain('3')
  expect(contracts.getByText('16/11/2026 11:40')).toBeVisible()
  expect(contracts.getByText(/Revisa el certificado del sello/)).toBeVisible()
})

test('runs all health checks one after another', async () => {
  const parts = [
    'database',
    'storage',
    'queue',
    'stp',
    'mail',
    'clock',
    'ledger',
    'process',
    'contracts',
    'seal',
    'constancia',
    'oidc',
  ]
  const endings: Record<string, string> = { stp: 'stp_budget', mail: 'mail_kept', ledger: 'ledger_balanced' }
  const answers = parts.map((part) => [
    `POST /diagnostics/${part}`,
    buildCheck(part, endings[part] ?? `${part}_good`),
  ])
  const calls = answerWith({ ...basics, ...Object.fromEntries(answers) })
  openStaffApp('/tests', 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Probar todo' }))
  await vi.waitFor(() => expect(screen.getAllByText('Funciona')).toHaveLength(10), 10_000)
  expect(screen.getAllByText('Atención')).toHaveLength(2)
  const posts = calls.filter(({ method }) => method === 'POST')
  expect(posts.map(({ path }) => path)).toEqual(parts.map((part) => `/diagnostics/${part}`))
})

test('shows a manager that the section is for admins and loads nothing', async () => {
  const calls = answerWith(basics)
  openStaffApp('/tests', 'U1')
  expect(await screen.findByText('Esta sección es de administración')).toBeVisible()
  expect(calls.some(({ path }) => path === '/diagnostics')).toBe(false)
})
