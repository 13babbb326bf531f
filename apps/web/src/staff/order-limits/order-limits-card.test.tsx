import { DEFAULT_ACCESS_CONFIG } from '@quincena/domain/sessions/access-config'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const idle = { sent_today: 0, held_count: 0, held_amount: 0 }
const stored = {
  version: 4,
  refund: { limit: 200_000, sent_today: 198_500.5, held_count: 2, held_amount: 3_100.25 },
  return: { limit: 500_000, ...idle },
  verification: { limit: 50, ...idle, sent_today: 0.12 },
}
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /auth/access-config': { ...DEFAULT_ACCESS_CONFIG, id: 1, version: 0 },
  'GET /account-verifications/setting': { mode: 'warn', version: 0 },
  'GET /stp/limits': stored,
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const refundLabel = 'Devoluciones de saldo'

async function typeLimit(label: string, text: string) {
  const input = await screen.findByLabelText(label)
  await userEvent.clear(input)
  if (text !== '') await userEvent.type(input, text)
  await userEvent.tab()
}

const pressSave = () => userEvent.click(screen.getByRole('button', { name: 'Guardar límites' }))
async function confirmSave() {
  await pressSave()
  const dialog = await screen.findByRole('dialog', { name: '¿Guardar los límites?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Guardar' }))
}

test('shows what was sent today against each limit and links to the orders that wait', async () => {
  answerWith(basics)
  openStaffApp('/configuracion/dinero', 'U0')
  expect(await screen.findByLabelText(refundLabel)).toHaveValue('200,000.00')
  expect(screen.getByText('$198,500.50')).toBeVisible()
  const held = screen.getByRole('link', { name: '2 órdenes esperan: $3,100.25' })
  expect(held).toHaveAttribute('href', '/stp?held=true&purpose=refund')
  expect(screen.getAllByText('Ninguna orden espera.')).toHaveLength(2)
  expect(screen.getByText('Alcanza para 5,000 cuentas, a un centavo cada una.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Guardar límites' })).toBeDisabled()
})

test.each([
  ['$ 150,000.50', 150_000.5],
  ['150.000,50', 150_000.5],
  ['1 500', 1_500],
  ['0', 0],
])('reads %s to the centavo and sends it after confirmation', async (text, pesos) => {
  const calls = answerWith({ ...basics, 'PUT /stp/limits': { ...stored, version: 5 } })
  openStaffApp('/configuracion/dinero', 'U0')
  await typeLimit(refundLabel, text)
  await confirmSave()
  expect(await screen.findByText('Límites guardados.')).toBeVisible()
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    ...{ refund: pesos, return: 500_000, verification: 50, version: 4 },
  })
})

test('refuses an amount that cannot be read at its field and sends nothing', async () => {
  const calls = answerWith(basics)
  openStaffApp('/configuracion/dinero', 'U0')
  for (const [text, problem] of [
    ['', 'Escribe un monto; con 0 no se envía ninguna'],
    ['mucho', 'No es un monto que se pueda leer'],
    ['1.234', 'No se sabe si el punto separa miles o centavos: escríbelo como 1,234.00'],
    ['10.005', 'No se sabe si el punto separa miles o centavos: escríbelo como 1,234.00'],
    ['-5', 'El límite no puede ser negativo'],
  ] as const) {
    await typeLimit(refundLabel, text)
    expect(await screen.findByText(problem)).toBeVisible()
  }
  await pressSave()
  expect(await screen.findByText('Por favor, corrige los errores en el formulario.')).toBeVisible()
  expect(screen.getByLabelText(refundLabel)).toHaveValue('-5')
  expect(calls.some(({ method }) => method === 'PUT')).toBe(false)
})

test('keeps the typed limits when saving fails', async () => {
  answerWith({ ...basics, 'PUT /stp/limits': buildRefusal(500, 'server.error', 'Algo salió mal.') })
  openStaffApp('/configuracion/dinero', 'U0')
  await typeLimit(refundLabel, '7500')
  await confirmSave()
  expect(await screen.findByText('No se pudieron guardar los límites.')).toBeVisible()
  expect(screen.getByLabelText(refundLabel)).toHaveValue('7500')
})

test('merges what another admin saved meanwhile and saves on the next try', async () => {
  let now = stored
  const calls = answerWith({
    ...basics,
    'GET /stp/limits': () => now,
    'PUT /stp/limits': ({ body }: { body: { version: number } }) =>
      body.version === now.version
        ? { ...now, version: now.version + 1 }
        : buildRefusal(409, 'order_limits.changed', 'Otra persona guardó los límites.'),
  })
  openStaffApp('/configuracion/dinero', 'U0')
  await typeLimit(refundLabel, '7500')
  const changed = { refund: { ...stored.refund, limit: 90_000 }, return: { ...stored.return, limit: 1 } }
  now = { ...stored, ...changed, version: 5 }
  await confirmSave()
  expect(await screen.findByText(/Otra persona guardó los límites\. Sus cambios/)).toBeVisible()
  expect(screen.getByText('Otra persona lo cambió: ahora es «$90,000.00».')).toBeVisible()
  expect(screen.getByLabelText(refundLabel)).toHaveValue('7500')
  expect(screen.getByLabelText('Devoluciones de abonos')).toHaveValue('1.00')
  await confirmSave()
  expect(await screen.findByText('Límites guardados.')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'PUT').at(-1)?.body).toEqual({
    ...{ refund: 7_500, return: 1, verification: 50, version: 5 },
  })
})

test('offers a retry when the limits cannot be loaded, and does not load them for a manager', async () => {
  const calls = answerWith({
    ...basics,
    'GET /stp/limits': buildRefusal(500, 'server.error', 'Algo salió mal.'),
  })
  openStaffApp('/configuracion/dinero', 'U0')
  expect(await screen.findByText('No se pudieron cargar los límites.')).toBeVisible()
  endSession()
  const before = calls.length
  openStaffApp('/configuracion/dinero', 'U1')
  expect(await screen.findByText('Esta sección es de administración')).toBeVisible()
  expect(calls.slice(before).some(({ path }) => path === '/stp/limits')).toBe(false)
})
