import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const request = {
  ...{ id: 4, folio: 'ARCO-000004', right: 'access', detail: 'Qué datos tienen de mí', state: 'open' },
  ...{ answer: null, answer_due: '2026-12-20', created_at: '2026-11-20T16:00:00Z', answered_at: null },
  ...{ user: 9, user_name: 'Ana Ruiz', user_email: 'ana@ejemplo.mx' },
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('asks for an answer before it sends one', async () => {
  const calls = answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /privacy/requests': buildPage(request),
  })
  openStaffApp('/privacidad?solicitud=4', 'U0')
  const dialog = within(await screen.findByRole('dialog', { name: 'Solicitud ARCO-000004' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar respuesta' }))
  expect(await dialog.findByText('Escribe la respuesta.')).toBeVisible()
  expect(dialog.getByLabelText('Respuesta')).toHaveAccessibleDescription(/Escribe la respuesta\./)
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
})
