import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerWith } from '../../test/server.ts'
import { userOf } from '../../test/user.ts'
import { networkError } from '../lib/api-error.ts'
import { delay } from '../lib/delayed.ts'
import { currentSession, endSession, openSession } from '../lib/session.ts'
import { Gate } from './gate.tsx'
import { Toasts } from './toast.tsx'

/** Calls in order: a decision that waits, and the logout. */
let order: string[] = []

beforeEach(() => {
  order = []
  answerWith({
    'POST /auth/logout': () => {
      order.push('logout')
      return new Response(null, { status: 204 })
    },
  })
  openSession('5', userOf({ user_type: 'U1' }))
})
afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

function openGate(send: () => Promise<unknown>) {
  delay({
    ...{
      subjects: ['loan 1'],
      doing: 'Aprobando',
      undone: 'No se aprobó',
      failed: 'No se pudo aprobar',
      send,
    },
  })
  render(
    <MantineProvider env="test">
      <Toasts />
      <Gate title="Protege tu cuenta" text="Confirma que eres tú.">
        <p>Un paso</p>
      </Gate>
    </MantineProvider>,
  )
}

const logOut = () => userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }))

test('the logout sends a decision that waits first', async () => {
  openGate(async () => order.push('decision'))
  await logOut()
  await vi.waitFor(() => expect(order).toEqual(['decision', 'logout']))
  expect(currentSession().state).toBe('guest')
})

test('a refused decision keeps the session and says why', async () => {
  openGate(() => Promise.reject(networkError()))
  await logOut()
  expect(await screen.findByText('No hay conexión. Revisa tu internet e intenta de nuevo.')).toBeVisible()
  expect(order).toEqual([])
  expect(currentSession().state).toBe('signed-in')
})
