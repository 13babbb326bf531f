import type { balanceCaseDetail, balanceState } from '@quincena/domain/treasury/balance-check-schema'
import type { ownMovement } from '@quincena/domain/treasury/own-movements'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { approvalOf } from '../../../test/approval.ts'
import { balanceOf } from '../../../test/reconciliation.ts'
import { answerWith, buildFieldRefusal, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

type Check = NonNullable<z.input<typeof balanceState>['check']>
type Movement = z.input<typeof ownMovement>

const at = '2026-11-20T16:00:00Z'
const account = '646180110400000007'
const file = '0a0a0a0a-0000-4000-8000-000000000001'

const checkOf = (given: Partial<Check> = {}): Check => ({
  ...{ id: 3, checked_at: at, balance: 1000, pending: 200, cash: 1000, transit: 200 },
  ...{ difference: 0, difference_if_net: 200, low: 0, high: 0, verdict: 'verified' },
  ...given,
})
const stateOf = (given: Partial<z.input<typeof balanceState>> = {}) => ({
  ...{ check: checkOf(), account, verified_at: at, open_case: null, needs_opening: false },
  ...{ suspense: { count: 0, amount: 0 }, failure_reason: null },
  ...given,
})
const movementOf = (given: Partial<Movement> = {}): Movement => ({
  ...{ id: 5, kind: 'unknown', state: 'suspense', account, amount: -250.5, operation_date: '2026-11-20' },
  ...{ tracking_key: 'RETIRO1', note: 'RETIRO DE FONDOS', created_at: at, recorded_by: null },
  ...{ approved_by: null, is_listed: true, owner: null, file: null, settles: null, incoming_payment: null },
  ...{ reverses: null, reversed_at: null, settled_as: null, approval: null },
  ...given,
})
const recorded = movementOf({
  ...{ id: 6, kind: 'withdrawal', state: 'recorded', is_listed: false, amount: -300, tracking_key: 'MANO1' },
  ...{ note: 'Traspaso al banco', recorded_by: 'Rosa Peña', approved_by: 'Ana Ruiz', file },
})
const list = 'GET /treasury/cash-movements'
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /stp/balance': balanceOf(),
  'GET /treasury/balance': stateOf(),
  [list]: buildPage(movementOf(), recorded),
  'GET /treasury/cash-movements/5': movementOf(),
  'GET /treasury/cash-movements/6': recorded,
}
const requested = () => Response.json({ approval: approvalOf() }, { status: 202 })
const screenPath = '/tesoreria/movimientos'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const bodyOf = (calls: ReturnType<typeof answerWith>) => calls.find(({ method }) => method === 'POST')?.body

test('shows both sides of a verified balance, and the movements', async () => {
  answerWith(basics)
  openStaffApp(screenPath)
  expect(await screen.findByText('Cuadra al centavo')).toBeVisible()
  expect(screen.getByText('Disponible en STP').nextSibling).toHaveTextContent('$800.00')
  expect(screen.getByText('Disponible en los libros').nextSibling).toHaveTextContent('$800.00')
  expect(screen.getByText('Diferencia').nextSibling).toHaveTextContent('$0.00')
  const table = await screen.findByRole('table', { name: 'Movimientos propios en STP' })
  const row = within(await within(table).findByRole('row', { name: /RETIRO1/ }))
  expect(row.getByText('−$250.50')).toBeVisible()
  expect(row.getByText('Por aclarar', { selector: 'td *:not([class*=two])' })).toBeVisible()
  expect(
    row.getByRole('button', { name: 'Responsable del movimiento RETIRO1: Sin responsable' }),
  ).toBeVisible()
})

test('names what explains a difference that lasts, with links', async () => {
  const difference = checkOf({ difference: -300, low: -300, high: -300, verdict: 'difference', cash: 1300 })
  const open: z.input<typeof balanceCaseDetail> = {
    ...{ id: 8, difference: -300, since: at, opened_at: at, seen_at: at, owner: null },
    ...{ closed_at: null, explanation: null },
    candidates: [
      {
        ...{ kind: 'order', record: 12, tracking_key: 'ORDEN12', name: 'Ana Ruiz', at, amount: 300 },
        ...{ reason: 'STP la rechazó o canceló: pudo pagarla después', effect: -300, is_match: true },
      },
    ],
  }
  answerWith({
    ...basics,
    'GET /treasury/balance': stateOf({ check: difference, open_case: open }),
    'GET /treasury/balance-cases/8': open,
  })
  openStaffApp(screenPath)
  const title = 'Caso abierto: STP tiene $300.00 menos que nuestros libros'
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(screen.getByText('Explica la diferencia')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Ver orden' })).toHaveAttribute('href', '/stp?order=12')
  expect(screen.getByText('No cuadra')).toBeVisible()
})

test('lets an admin post the opening balance that they see', async () => {
  const check = checkOf({ difference: 500, verdict: 'unopened', cash: 500 })
  const calls = answerWith({
    ...basics,
    'GET /treasury/balance': stateOf({ check, needs_opening: true, verified_at: null }),
    'POST /treasury/balance/opening': () => Response.json(movementOf({ kind: 'opening' }), { status: 201 }),
  })
  openStaffApp(screenPath, 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Registrar saldo inicial' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Registrar el saldo inicial?' }))
  expect(dialog.getByText('$500.00')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Registrar saldo inicial' }))
  await vi.waitFor(() => expect(bodyOf(calls)).toEqual({ check: 3, amount: 500 }))
})

test('asks a manager to call an admin for the opening balance', async () => {
  const check = checkOf({ difference: 500, verdict: 'unopened' })
  answerWith({ ...basics, 'GET /treasury/balance': stateOf({ check, needs_opening: true }) })
  openStaffApp(screenPath)
  expect(await screen.findByText(/^Un administrador tiene que registrar/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Registrar saldo inicial' })).toBeNull()
})

test('filters by kind, state and owner, sorts and searches on the server', async () => {
  const calls = answerWith(basics)
  openStaffApp(`${screenPath}?state=suspense`)
  const query = () =>
    Object.fromEntries(calls.findLast(({ path }) => path.endsWith('movements'))?.query ?? [])
  await screen.findByRole('table')
  expect(query()).toEqual({ page: '1', page_size: '20', state: 'suspense', ordering: 'created_at' })
  await userEvent.click(screen.getByRole('radio', { name: 'Retiros' }))
  await vi.waitFor(() => expect(query()).toMatchObject({ kind: 'withdrawal', ordering: '-created_at' }))
  expect(query()).not.toHaveProperty('state')
  await userEvent.click(screen.getByRole('radio', { name: 'Míos' }))
  await vi.waitFor(() => expect(query()).toMatchObject({ owner: 'me' }))
  await userEvent.click(screen.getByRole('button', { name: /Monto/ }))
  await vi.waitFor(() => expect(query()).toMatchObject({ ordering: 'amount' }))
  await userEvent.type(screen.getByRole('searchbox'), 'RETIRO')
  await vi.waitFor(() => expect(query()).toMatchObject({ search: 'RETIRO' }), 5000)
})

test('asks what a movement in suspense was, with the kinds that fit its sign', async () => {
  const calls = answerWith({ ...basics, 'POST /treasury/cash-movements/5/settle': requested })
  openStaffApp(`${screenPath}?movimiento=5`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Movimiento en STP' }))
  await userEvent.click(await dialog.findByRole('combobox', { name: /Qué fue/ }))
  expect(screen.queryByRole('option', { name: 'Depósito propio' })).toBeNull()
  await userEvent.click(screen.getByRole('option', { name: 'Comisión de STP' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Pedir que se registre' }))
  expect(dialog.getByText('Escribe de qué se trata')).toBeVisible()
  await userEvent.type(dialog.getByRole('textbox', { name: /Explicación/ }), 'Comisión de noviembre')
  await userEvent.click(dialog.getByRole('button', { name: 'Pedir que se registre' }))
  await vi.waitFor(() => expect(bodyOf(calls)).toEqual({ kind: 'fee', note: 'Comisión de noviembre' }))
})

test('asks for the reason to undo a movement, and links its file', async () => {
  const calls = answerWith({ ...basics, 'POST /treasury/cash-movements/6/reverse': requested })
  openStaffApp(`${screenPath}?movimiento=6`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Movimiento en STP' }))
  expect(await dialog.findByRole('button', { name: 'Ver comprobante' })).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Deshacer' }))
  const asked = within(await screen.findByRole('dialog', { name: '¿Deshacer este movimiento?' }))
  await userEvent.type(asked.getByRole('textbox', { name: /Motivo/ }), 'Se registró dos veces')
  await userEvent.click(asked.getByRole('button', { name: 'Pedir que se deshaga' }))
  await vi.waitFor(() => expect(bodyOf(calls)).toEqual({ reason: 'Se registró dos veces' }))
})

test.each(['', '   '])('undoes no movement with the reason «%s», and says it at the field', async (typed) => {
  const calls = answerWith(basics)
  openStaffApp(`${screenPath}?movimiento=6`)
  await userEvent.click(await screen.findByRole('button', { name: 'Deshacer' }))
  const asked = within(await screen.findByRole('dialog', { name: '¿Deshacer este movimiento?' }))
  const field = asked.getByRole('textbox', { name: /Motivo/ })
  if (typed !== '') await userEvent.type(field, typed)
  await userEvent.click(asked.getByRole('button', { name: 'Pedir que se deshaga' }))
  expect(await asked.findByText('Escribe el motivo')).toBeVisible()
  expect(field).toBeInvalid()
  expect(bodyOf(calls)).toBeUndefined()
})

test('links a movement that waits to its approval, and offers nothing else', async () => {
  answerWith({ ...basics, 'GET /treasury/cash-movements/5': movementOf({ approval: 9 }) })
  openStaffApp(`${screenPath}?movimiento=5`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Movimiento en STP' }))
  expect(await dialog.findByRole('link', { name: 'Ver la autorización' })).toHaveAttribute(
    'href',
    '/autorizaciones?autorizacion=9',
  )
  expect(dialog.queryByRole('button', { name: 'Pedir que se registre' })).toBeNull()
})

test('records a movement by hand only with every field, and shows a repeated reference at its field', async () => {
  const text = 'Ya hay un movimiento con esa clave de rastreo.'
  const calls = answerWith({
    ...basics,
    'POST /treasury/cash-movements/files': () =>
      Response.json({ file, file_name: 'retiro.pdf', size_bytes: 4 }, { status: 201 }),
    'POST /treasury/cash-movements': () => buildFieldRefusal(409, 'tracking_key', text),
  })
  openStaffApp(screenPath)
  await userEvent.click(await screen.findByRole('button', { name: 'Registrar movimiento' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Registrar movimiento en STP' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Pedir que se registre' }))
  for (const problem of ['Elige qué fue', 'Escribe un monto mayor que 0', 'Adjunta el comprobante'])
    expect(await dialog.findByText(problem)).toBeVisible()
  expect(bodyOf(calls)).toBeUndefined()
  await userEvent.click(dialog.getByRole('combobox', { name: /Qué es/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Retiro propio' }))
  await userEvent.type(dialog.getByRole('textbox', { name: /Monto/ }), '300')
  await userEvent.type(dialog.getByRole('textbox', { name: /Fecha/ }), '20/11/2025')
  await userEvent.type(dialog.getByRole('textbox', { name: /Clave de rastreo/ }), 'MANO1')
  await userEvent.type(dialog.getByRole('textbox', { name: /Concepto/ }), 'Traspaso al banco')
  const chosen = new File(['%PDF'], 'retiro.pdf', { type: 'application/pdf' })
  await userEvent.upload(dialog.getByLabelText('Suelta aquí el comprobante o elígelo'), chosen)
  expect(await dialog.findByText('retiro.pdf')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Pedir que se registre' }))
  expect(await dialog.findByText(text)).toBeVisible()
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    ...{ kind: 'withdrawal', amount: 300, operation_date: '2025-11-20', account, tracking_key: 'MANO1' },
    ...{ note: 'Traspaso al banco', file },
  })
})

test('says what could not be loaded, and that there are no movements', async () => {
  answerWith({
    ...{ ...basics, [list]: buildPage() },
    'GET /treasury/balance': buildRefusal(500, 'internal', 'Algo falló.'),
  })
  openStaffApp(screenPath)
  expect(await screen.findByText('No se pudo cargar la comprobación del saldo.')).toBeVisible()
  expect(screen.getByText('Aún no hay movimientos propios en STP')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeVisible()
})
