import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { approvalOf } from '../../../test/approval.ts'
import { answerWith } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { textDraftOf, versionOf } from '../../../test/texts.ts'
import { endSession } from '../../lib/session.ts'

const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /approvals/summary': { waiting: 0, active_staff: 3, active_admins: 2 },
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('lists each document with the version in force, the next one, the draft and what waits', async () => {
  const { version, updated } = textDraftOf()
  const privacy = {
    ...{ document: 'privacy', name: 'Aviso de privacidad', needs_consent: true, in_force: versionOf() },
    next: versionOf({ id: 3, version: '3.0', effective_date: '2027-01-01', state: 'waiting' }),
    approval: approvalOf({ action: 'text.publish', amount: null, person: null }),
    draft: { version, updated },
  }
  answerWith({ ...basics, 'GET /texts': { is_alone_allowed: false, documents: [privacy] } })
  openStaffApp('/configuracion/textos', 'U0')
  const row = within(await screen.findByRole('row', { name: /Aviso de privacidad/ }))
  for (const text of ['Versión 2.0', 'Versión 3.0', 'Adriana Villarreal', 'Espera a otro administrador'])
    expect(row.getByText(text)).toBeVisible()
  expect(row.getByText('desde el 1 de enero de 2027')).toBeVisible()
  expect(row.getByRole('link').getAttribute('href')).toMatch(/\/configuracion\/textos\/privacy$/)
})

test('groups the notices, closed until somebody searches', async () => {
  const rowOf = (document: string, name: string) => ({
    ...{
      document,
      name,
      needs_consent: false,
      in_force: versionOf(),
      next: null,
      approval: null,
      draft: null,
    },
  })
  const documents = [
    rowOf('notice_paid', 'Pago registrado'),
    rowOf('notice_due', 'Pago por vencer'),
    rowOf('notice_balance', 'Saldo a favor nuevo'),
  ]
  answerWith({ ...basics, 'GET /texts': { is_alone_allowed: false, documents } })
  openStaffApp('/configuracion/textos', 'U0')
  const part = within(await screen.findByRole('region', { name: 'Avisos y correos' }))
  expect(part.getByText('Pago registrado')).not.toBeVisible()
  await userEvent.type(part.getByRole('searchbox'), 'vencer')
  await waitFor(() => expect(part.getByText('Pago por vencer')).toBeVisible())
  expect(part.queryByText('Saldo a favor nuevo')).toBeNull()
  await userEvent.clear(part.getByRole('searchbox'))
  await userEvent.type(part.getByRole('searchbox'), 'zzz')
  expect(await part.findByText('Ningún aviso se llama así')).toBeVisible()
})

test('is for admins only', async () => {
  const calls = answerWith(basics)
  openStaffApp('/configuracion/textos')
  expect(await screen.findByText('Esta sección es de administración')).toBeVisible()
  expect(calls.some(({ path }) => path === '/texts')).toBe(false)
})
