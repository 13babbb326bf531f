import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { approvalOf } from '../../../test/approval.ts'
import { answerWith, buildFieldRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { noticeOf, textDetailOf, textDraftOf, versionOf } from '../../../test/texts.ts'
import { endSession } from '../../lib/session.ts'

const older = 'Los conservamos siete años.'
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /approvals/summary': { waiting: 0, active_staff: 3, active_admins: 2 },
  'GET /texts/privacy/versions/2.0': { ...versionOf(), document: 'privacy', content: noticeOf() },
  'GET /texts/privacy/versions/1.0': {
    ...versionOf({ id: 1, version: '1.0', is_alone: true }),
    ...{ document: 'privacy', content: noticeOf(older) },
  },
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('lists the versions with who published them, opens one and compares any two', async () => {
  answerWith({ ...basics, 'GET /texts/privacy': textDetailOf() })
  openStaffApp('/configuracion/textos/privacy', 'U0')
  const row = within(await screen.findByRole('row', { name: /2\.0/ }))
  expect(row.getByText('En vigor')).toBeVisible()
  expect(row.getByText(/^Autorizó: Diego Ortiz/)).toBeVisible()
  expect(screen.getByText('Vino con el programa')).toBeVisible()

  // The newest against the one before it: words, not whole paragraphs.
  expect((await screen.findByText('diez')).closest('ins')).not.toBeNull()
  expect(screen.getByText('siete').closest('del')).not.toBeNull()
  expect(screen.getByText('1 sección sigue igual.')).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('De'), '2.0')
  expect(await screen.findByText('Los dos textos son iguales.')).toBeVisible()

  row.getByRole('link').focus()
  await userEvent.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Versión 2.0' }))
  expect(await dialog.findByText('Los conservamos diez años.')).toBeVisible()
  expect(dialog.getByText('{email}')).toBeVisible()
})

test('says that one person alone published a version', async () => {
  const versions = [versionOf({ is_alone: true })]
  answerWith({ ...basics, 'GET /texts/privacy': textDetailOf({ versions }) })
  openStaffApp('/configuracion/textos/privacy', 'U0')
  expect(await screen.findByText('La publicó una sola persona')).toBeVisible()
})

test('publishes the draft after showing what changes, with the server’s errors at their fields', async () => {
  const approval = approvalOf({ action: 'text.publish', amount: null, person: null, requested_by: 1 })
  let refused = true
  let text = textDetailOf({ draft: textDraftOf() })
  const calls = answerWith({
    ...basics,
    'GET /texts/privacy': () => text,
    'POST /texts/privacy/publish': () => {
      if (refused) return buildFieldRefusal(422, 'version', 'Esa versión ya existe: usa otra.')
      text = { ...text, approval: { ...approval, amount: null } }
      return { approval }
    },
  })
  openStaffApp('/configuracion/textos/privacy', 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Publicar…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publicar: Aviso de privacidad' }))
  expect(dialog.getByText(/^Otro administrador lo lee/)).toBeVisible()
  expect((await dialog.findByText('cinco')).closest('ins')).not.toBeNull()
  const version = dialog.getByLabelText('Versión')
  expect(version).toHaveProperty('value', '2.1')
  await userEvent.click(dialog.getByRole('button', { name: 'Pedir autorización' }))
  expect(await dialog.findByText('Esa versión ya existe: usa otra.')).toBeVisible()
  refused = false
  await userEvent.clear(version)
  await userEvent.type(version, '3.0')
  await userEvent.click(dialog.getByRole('button', { name: 'Pedir autorización' }))
  expect(await screen.findByText(/^Pediste publicar el borrador/)).toBeVisible()
  expect(calls.findLast(({ path }) => path.endsWith('/publish'))?.body).toMatchObject({
    ...{ version: '3.0', draft_version: 3 },
  })
  expect(screen.queryByRole('button', { name: 'Publicar…' })).toBeNull()
})

test('shows the change against the version that is in force on the chosen date', async () => {
  const waiting = versionOf({ id: 3, version: '3.0', effective_date: '2099-01-01', state: 'waiting' })
  const versions = [waiting, ...textDetailOf().versions]
  answerWith({
    ...basics,
    'GET /texts/privacy': textDetailOf({ draft: textDraftOf(), next: waiting, versions }),
    'GET /texts/privacy/versions/3.0': { ...waiting, document: 'privacy', content: noticeOf('Tres.') },
  })
  openStaffApp('/configuracion/textos/privacy', 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Publicar…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Publicar/ }))
  expect(await dialog.findByText(/^Cambios frente a la versión 2\.0/)).toBeVisible()
  const day = dialog.getByLabelText('En vigor desde')
  await userEvent.clear(day)
  await userEvent.type(day, '01/02/2099')
  expect(await dialog.findByText(/^Cambios frente a la versión 3\.0/)).toBeVisible()
  expect((await dialog.findByText('Tres.')).closest('del')).not.toBeNull()
})

test('before the first payout one person publishes at once, and reads that it is marked', async () => {
  const alone = { is_alone_allowed: true }
  answerWith({
    ...basics,
    'GET /texts/privacy': textDetailOf({ ...alone, draft: textDraftOf() }),
    'POST /texts/privacy/publish': textDetailOf(alone),
  })
  openStaffApp('/configuracion/textos/privacy', 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Publicar…' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Publicar/ }))
  expect(dialog.getByText(/queda marcado que la publicó una sola/)).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Publicar' }))
  expect(await screen.findByText('Versión 2.1 publicada.')).toBeVisible()
})
