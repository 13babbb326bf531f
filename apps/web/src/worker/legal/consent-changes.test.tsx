import type { User } from '@quincena/domain/users/schema'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildRefusal } from '../../../test/server.ts'
import { openWorkerApp, workerOf } from '../../../test/worker-screen.tsx'
import { endSession } from '../../lib/session.ts'

const accepted_at = '2026-01-01T12:00:00Z'
const terms = { document: 'terms' as const, version: '2.0', accepted_at }
const shared = { sha256: 'c'.repeat(64), summary: '' }
const versions = {
  document: 'privacy',
  versions: [
    { ...shared, version: '3.0', effective_date: '2026-11-15', summary: 'Cinco años.', is_in_force: true },
    { ...shared, version: '2.0', effective_date: '2025-07-01', is_in_force: false },
  ],
}
const legalOf = (version: string) => ({
  ...{ document: 'privacy', version, title: 'Aviso', effective_date: '2026-11-15', sha256: shared.sha256 },
  sections: [{ heading: '1. Plazo', paragraphs: [`Texto de la versión ${version}`] }],
})
const same = (text: string) => ({ kind: 'same', parts: [{ kind: 'same', text }] })
const changes = {
  document: 'privacy',
  from: versions.versions[1],
  to: versions.versions[0],
  summaries: [{ version: '3.0', summary: 'Guardamos tus datos cinco años.' }],
  diff: {
    title: same('Aviso'),
    sections: [
      {
        ...{ kind: 'changed', heading: same('1. Plazo') },
        paragraphs: [
          same('Igual.'),
          {
            kind: 'changed',
            parts: [
              { kind: 'same', text: 'Guardamos ' },
              { kind: 'removed', text: 'diez' },
              { kind: 'added', text: 'cinco' },
              { kind: 'same', text: ' años.' },
            ],
          },
        ],
      },
      { kind: 'same', heading: same('2. Otra'), paragraphs: [same('Nada cambia aquí.')] },
    ],
  },
}
const ownConsent = (version: string, is_current: boolean) => ({
  ...{ document: 'privacy', version, accepted_at, sha256: shared.sha256, is_current },
})
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /legal/privacy': legalOf('3.0'),
  'GET /legal/privacy/versions': versions,
  'GET /legal/privacy/versions/2.0': legalOf('2.0'),
  'GET /auth/consents': { consents: [ownConsent('2.0', false)] },
}
const worker = (consents: User['consents'] = [terms]) => workerOf({ consents })

afterEach(() => {
  endSession()
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('says what changed in a text before it asks for the consent, with the whole text one tap away', async () => {
  answerWith({ ...basics, 'GET /legal/privacy/changes': changes })
  openWorkerApp('/app/consents', worker())
  const sheet = within(await screen.findByRole('dialog', { name: 'Antes de seguir' }))
  expect(await sheet.findByText('Guardamos tus datos cinco años.')).toBeVisible()
  expect(sheet.getByText('cinco').closest('ins')).not.toBeNull()
  expect(sheet.getByText('diez').closest('del')).not.toBeNull()
  expect(sheet.queryByText('Nada cambia aquí.')).toBeNull()
  expect(sheet.getByText('1 sección sigue igual.')).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'aviso de privacidad' }))
  expect(await sheet.findByText('Texto de la versión 3.0')).toBeVisible()
})

test('asks without a comparison if the accepted version is not kept', async () => {
  answerWith({
    ...basics,
    'GET /legal/privacy/changes': buildRefusal(404, 'text.version_not_found', 'No encontramos esa versión.'),
  })
  openWorkerApp('/app/consents', worker())
  const sheet = within(await screen.findByRole('dialog', { name: 'Antes de seguir' }))
  expect(await sheet.findByRole('checkbox', { name: 'Acepto el aviso de privacidad' })).toBeVisible()
  expect(sheet.queryByText(/Cambió el aviso/)).toBeNull()
})

test('says with a retry that what changed did not load', async () => {
  let answer: unknown = buildRefusal(403, 'forbidden', 'No se puede leer.')
  answerWith({
    ...basics,
    'GET /legal/privacy/changes': changes,
    'GET /auth/consents': () => answer,
  })
  openWorkerApp('/app/home', worker())
  const sheet = within(await screen.findByRole('dialog', { name: 'Antes de seguir' }))
  expect(await sheet.findByText('No pudimos traer qué cambió')).toBeVisible()
  answer = basics['GET /auth/consents']
  await userEvent.click(sheet.getByRole('button', { name: 'Reintentar' }))
  expect(await sheet.findByText('Guardamos tus datos cinco años.')).toBeVisible()
})

test('removes the tick and compares again if another version comes into force under it', async () => {
  let version = '3.0'
  const calls = answerWith({
    ...basics,
    'GET /legal/privacy': () => legalOf(version),
    'GET /legal/privacy/changes': () => ({ ...changes, to: { ...versions.versions[0], version } }),
  })
  openWorkerApp('/app/home', worker())
  const sheet = within(await screen.findByRole('dialog', { name: 'Antes de seguir' }))
  const box = sheet.getByRole('checkbox', { name: 'Acepto el aviso de privacidad' })
  await waitFor(() => expect(box).toBeEnabled())
  await userEvent.click(box)
  expect(box).toBeChecked()
  version = '4.0'
  // A text is kept for an hour.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 })
  await userEvent.click(sheet.getByRole('button', { name: 'aviso de privacidad' }))
  expect(await sheet.findByText('Texto de la versión 4.0')).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'Regresar' }))
  expect(await sheet.findByText(/ahora es la 4\.0/)).toBeVisible()
  expect(sheet.getByRole('checkbox', { name: 'Acepto el aviso de privacidad' })).not.toBeChecked()
  expect(calls.filter(({ path }) => path === '/legal/privacy/changes')).toHaveLength(2)
})

test('lists own consents, and opens the version that was accepted', async () => {
  answerWith(basics)
  const privacy = { document: 'privacy' as const, version: '3.0', accepted_at }
  openWorkerApp('/app/consents', worker([terms, privacy]))
  const list = within(await screen.findByRole('list', { name: 'Lo que aceptaste' }))
  expect(list.getByText('Versión anterior')).toBeVisible()
  await userEvent.click(list.getByRole('button', { name: /Aviso de privacidad, versión 2\.0/ }))
  expect(await screen.findByText('Texto de la versión 2.0')).toBeVisible()
})

test('lists former versions on the public page, and opens them without a session', async () => {
  answerWith(basics)
  openWorkerApp('/app/legal/privacy')
  expect(await screen.findByText('Texto de la versión 3.0')).toBeVisible()
  await userEvent.click(await screen.findByRole('link', { name: 'Versión 2.0' }))
  expect(await screen.findByText('Texto de la versión 2.0')).toBeVisible()
  expect(screen.getByText(/ya no está vigente/)).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'Leer la vigente' }))
  expect(await screen.findByText('Texto de la versión 3.0')).toBeVisible()
})
