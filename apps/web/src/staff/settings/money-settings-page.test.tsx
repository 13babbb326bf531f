import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const basics = { 'GET /notification/unread-count': { count: 0 } }

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('changes what happens to accounts that the bank has not confirmed', async () => {
  const setting = '/account-verifications/setting'
  const calls = answerWith({
    ...basics,
    [`GET ${setting}`]: { mode: 'warn', version: 3 },
    [`PUT ${setting}`]: { mode: 'block', version: 4 },
  })
  openStaffApp('/configuracion/dinero', 'U0')
  expect(await screen.findByRole('radio', { name: 'Avisar' })).toBeChecked()
  expect(screen.getByRole('button', { name: 'Guardar' })).toBeDisabled()
  await userEvent.click(screen.getByRole('radio', { name: 'Bloquear' }))
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Configuración guardada')).toBeVisible()
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ mode: 'block', version: 3 })
})

test('changes after how many days a payment that nobody proved is late', async () => {
  const setting = '/treasury/proof-settings'
  let days = 3
  const calls = answerWith({
    ...basics,
    [`GET ${setting}`]: () => ({ proof_days: days }),
    [`PUT ${setting}`]: ({ body }: { body: { proof_days: number } }) => {
      days = body.proof_days
      return body
    },
  })
  openStaffApp('/configuracion/dinero', 'U0')
  const form = within(await screen.findByRole('form', { name: 'Comprobación de los pagos' }))
  const input = form.getByLabelText('Días para comprobar un pago')
  expect(form.getByText(/lleve más de 3 días sin comprobar/)).toBeVisible()
  expect(form.getByRole('button', { name: 'Guardar' })).toBeDisabled()
  await userEvent.clear(input)
  await userEvent.type(input, '61')
  await userEvent.click(form.getByRole('button', { name: 'Guardar' }))
  expect(form.getByText('El máximo es 60')).toBeVisible()
  await userEvent.clear(input)
  await userEvent.type(input, '1')
  expect(form.getByText(/lleve más de un día sin comprobar/)).toBeVisible()
  await userEvent.click(form.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('Configuración guardada')).toBeVisible()
  const sent = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(sent).toEqual([{ proof_days: 1 }])
})

const unused = { limit: 50, sent_today: 0, held_count: 0, held_amount: 0 }

test('shows an error of the days to prove a payment with a retry', async () => {
  let answer: unknown = buildRefusal(500, 'server.error', 'Algo salió mal.')
  answerWith({
    ...basics,
    'GET /account-verifications/setting': { mode: 'warn', version: 3 },
    'GET /stp/limits': { version: 0, refund: unused, return: unused, verification: unused },
    'GET /treasury/proof-settings': () => answer,
  })
  openStaffApp('/configuracion/dinero', 'U0')
  const title = await screen.findByRole('heading', { name: 'Comprobación de los pagos' })
  const card = within(title.closest('section') ?? document.body)
  expect(await card.findByText('No se pudo cargar la configuración.')).toBeVisible()
  answer = { proof_days: 5 }
  await userEvent.click(card.getByRole('button', { name: 'Reintentar' }))
  expect(await card.findByLabelText('Días para comprobar un pago')).toHaveValue('5 días')
})
