import { cents } from '@quincena/domain/money'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { incomingOf, paidLoan } from '../../../test/incoming-payment.ts'
import { activeLoan, loanItemOf } from '../../../test/loan.ts'
import { modelCredit } from '../../../test/model-credit.ts'
import { previewOf } from '../../../test/preview.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /loan/123': modelCredit(),
  'GET /loan/123/payment-preview': ({ query }: { query: URLSearchParams }) =>
    previewOf(cents(Number(query.get('amount_paid')))),
}
const list = 'GET /stp/incoming-payments'
const detail = 'GET /stp/incoming-payments/70'
const confirmation = 'POST /stp/incoming-payments/70/confirm'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function openDialog() {
  return within(await screen.findByRole('dialog', { name: 'Abono recibido' }))
}

const payoff = 'GET /stp/incoming-payments/70/payoff'

/** Payoff of the credit on the day the money arrived. */
const figure = {
  ...{ loan_request: 123, day: '2026-12-15', amount_due: 13_582.22 },
  ...{ amount: 12_345.67, principal: 12_345.67, charge: 0, discount: 1_236.55 },
}

/** An incoming payment of which a payment was registered, and what is left of it. */
const registered = (amount_paid: number, unapplied: number, discount = 0) =>
  incomingOf({
    status: unapplied === 0 ? 'confirmed' : 'open',
    amount: amount_paid + unapplied,
    unapplied,
    payments: [
      {
        id: 55,
        amount_paid,
        discount,
        loan: paidLoan,
        created_at: '2026-12-16T18:00:00Z',
        registered_by: 'Gerardo Soto',
      },
    ],
  })

test('lists sender, amount, reference, loan and status of each incoming payment', async () => {
  answerWith({
    ...basics,
    [list]: buildPage(
      incomingOf(),
      incomingOf({ id: 71, payer_name: null, match: null, status: 'dismissed' }),
    ),
  })
  const router = openStaffApp('/abonos')
  const row = within(await screen.findByRole('row', { name: /TEXTILES DEL NORTE/ }))
  for (const text of ['PAGO C-000123', 'Ref. 5273144', 'Por registrar', '$1,100.00', 'María López'])
    expect(row.getByText(text)).toBeVisible()
  for (const text of ['Sin nombre del ordenante', 'Sin coincidencia', 'Descartado'])
    expect(screen.getByText(text)).toBeVisible()
  await userEvent.click(row.getByRole('link', { name: 'C-000123' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/detalle-credito/123'), 10_000)
})

test('shows open incoming payments first, filters and searches on the server, ten a page', async () => {
  const calls = answerWith({ ...basics, [list]: buildPage() })
  openStaffApp('/abonos')
  expect(await screen.findByText('No hay abonos por registrar')).toBeVisible()
  const readQuery = () =>
    Object.fromEntries(calls.findLast(({ path }) => path.endsWith('payments'))?.query ?? [])
  const open = { page: '1', page_size: '10', status: 'open' }
  expect(readQuery()).toEqual({ ...open, stp_confirmed: 'true' })
  await userEvent.click(screen.getByRole('radio', { name: 'Sin confirmar con STP' }))
  expect(await screen.findByText('STP ha confirmado todos los abonos')).toBeVisible()
  expect(readQuery()).toEqual({ ...open, stp_confirmed: 'false' })
  await userEvent.click(screen.getByRole('radio', { name: 'Todos' }))
  await userEvent.type(screen.getByRole('searchbox'), '1100.00')
  await vi.waitFor(
    () => expect(readQuery()).toEqual({ page: '1', page_size: '10', search: '1100.00' }),
    10_000,
  )
  expect(await screen.findByText('Ningún abono coincide con tu búsqueda')).toBeVisible()
})

/** Waits for the preview of the typed amount: the form sends nothing before. */
async function seePreview(dialog: Awaited<ReturnType<typeof openDialog>>) {
  const part = await dialog.findByRole('region', { name: 'Qué hará este pago' })
  await vi.waitFor(() => expect(part).toHaveAttribute('aria-busy', 'false'), 20_000)
}

test('previews and registers a payment once, of the day when the money arrived', async () => {
  let incoming = incomingOf()
  const calls = answerWith({
    ...basics,
    [list]: buildPage(incoming),
    [detail]: () => incoming,
    [payoff]: figure,
    [confirmation]: () => {
      incoming = registered(1_100, 0)
      return Response.json(incoming, { status: 201 })
    },
  })
  openStaffApp('/abonos?abono=70')
  const dialog = await openDialog()
  expect(await dialog.findByText(/Coincide por el folio en el concepto. Debe \$13,582.22./)).toBeVisible()
  expect(await dialog.findByLabelText(/Cantidad a registrar/)).toHaveValue('$1,100.00')
  expect(dialog.getByText('Llegaron $1,100.00 el 15/12/2026.')).toBeVisible()
  expect(await dialog.findByText('$1,100.00 abonan al pago del 21 de diciembre.')).toBeVisible()
  expect(dialog.getByText('$12,482.22')).toBeVisible()
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Registrar pago' }))
  expect(await screen.findByText('El pago ha sido registrado correctamente.')).toBeVisible()
  expect(await dialog.findByText('C-000123 · María López')).toBeVisible()
  const posts = calls.filter(({ method }) => method === 'POST')
  expect(posts.map(({ body }) => body)).toEqual([
    {
      ...{ loan_request: 123, amount_paid: 1_100, previous_amount_due: 13_582.22 },
      excess: 'lower_payment',
    },
  ])
  expect(posts[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
  expect(calls.find(({ path }) => path.endsWith('/payoff'))?.query.get('loan_request')).toBe('123')
  const previews = calls.filter(({ path }) => path.endsWith('/payment-preview'))
  expect(previews.map(({ query }) => query.get('value_date'))).toEqual(['2026-12-15'])
})

test('offers the payoff when more money arrived, settles with it and keeps the rest for another loan', async () => {
  let incoming = incomingOf({ amount: 15_000 })
  answerWith({
    ...basics,
    [list]: buildPage(incoming),
    [detail]: () => incoming,
    [payoff]: figure,
    [confirmation]: () => {
      incoming = registered(12_345.67, 2_654.33, 1_236.55)
      return Response.json(incoming, { status: 201 })
    },
  })
  openStaffApp('/abonos?abono=70')
  const dialog = await openDialog()
  const field = await dialog.findByLabelText(/Cantidad a registrar/)
  expect(field).toHaveValue('$12,345.67')
  expect(dialog.getByRole('checkbox', { name: 'Dejar $2,654.33 a favor del trabajador' })).not.toBeChecked()
  await userEvent.clear(field)
  await userEvent.type(field, '14000')
  expect(dialog.getByText('Hoy se liquida con $12,345.67.')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Usar $12,345.67' }))
  const settles = '$12,345.67 liquidan el crédito y se ahorran $1,236.55 de intereses.'
  expect(await dialog.findByText(settles)).toBeVisible()
  await seePreview(dialog)
  await userEvent.click(dialog.getByRole('button', { name: 'Registrar pago' }))
  expect(await screen.findByText('La liquidación ha sido registrada correctamente.')).toBeVisible()
  const uses = within(await dialog.findByRole('region', { name: 'Adónde fue el dinero' }))
  expect(await dialog.findByRole('region', { name: 'Registrar como pago' })).toBeVisible()
  expect(uses.getByText(/Liquidación anticipada .*\$1,236.55 de intereses que ya no paga/)).toBeVisible()
})

test('leaves what is above the payoff to the worker if staff say so', async () => {
  const calls = answerWith({
    ...basics,
    [list]: buildPage(),
    [detail]: incomingOf({ amount: 15_000 }),
    [payoff]: figure,
    [confirmation]: () => Response.json(registered(15_000, 0, 1_236.55), { status: 201 }),
  })
  openStaffApp('/abonos?abono=70')
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('checkbox', { name: /a favor del trabajador/ }))
  await seePreview(dialog)
  await userEvent.click(dialog.getByRole('button', { name: 'Registrar pago' }))
  expect(await screen.findByText('La liquidación ha sido registrada correctamente.')).toBeVisible()
  const post = calls.find(({ method }) => method === 'POST')
  expect(post?.body).toMatchObject({ amount_paid: 15_000, remainder: 'balance' })
})

test('compares the uses of an excess and sends the chosen one', async () => {
  const calls = answerWith({
    ...basics,
    [list]: buildPage(),
    [detail]: incomingOf({ amount: 6_000 }),
    [payoff]: figure,
    [confirmation]: () => Response.json(registered(6_000, 0), { status: 201 }),
  })
  openStaffApp('/abonos?abono=70')
  const dialog = await openDialog()
  const choice = within(await dialog.findByRole('radiogroup', { name: 'Qué hacer con los $4,868.15 de más' }))
  await userEvent.click(choice.getByRole('radio', { name: 'Menos pagos' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Registrar pago' }))
  expect(await screen.findByText('El pago ha sido registrado correctamente.')).toBeVisible()
  const post = calls.find(({ method }) => method === 'POST')
  expect(post?.body).toMatchObject({ amount_paid: 6_000, excess: 'shorter_term' })
})

test('registers no more than arrived', async () => {
  const calls = answerWith({
    ...basics,
    [list]: buildPage(),
    [detail]: incomingOf({ amount: 500 }),
    [payoff]: figure,
  })
  openStaffApp('/abonos?abono=70')
  const dialog = await openDialog()
  const field = await dialog.findByLabelText(/Cantidad a registrar/)
  await userEvent.clear(field)
  await userEvent.type(field, '500.01')
  await userEvent.click(dialog.getByRole('button', { name: 'Registrar pago' }))
  expect(dialog.getByText('El monto a pagar excede lo que llegó ($500.00).')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test('asks again for a payoff that failed to load, and registers nothing before', async () => {
  let answer: unknown = buildRefusal(500, 'server.error', 'Algo salió mal. Intenta de nuevo.')
  answerWith({ ...basics, [list]: buildPage(), [detail]: incomingOf(), [payoff]: () => answer })
  openStaffApp('/abonos?abono=70')
  const dialog = await openDialog()
  const retryButton = await dialog.findByRole('button', { name: 'Reintentar' })
  expect(dialog.getByRole('button', { name: 'Registrar pago' })).toBeDisabled()
  answer = figure
  await userEvent.click(retryButton)
  expect(await dialog.findByLabelText(/Cantidad a registrar/)).toHaveValue('$1,100.00')
})

test('shows a debt that changed meanwhile, keeps the amount and previews it again', async () => {
  const words = 'La deuda cambió. Revisa el monto y registra el pago de nuevo.'
  let loan = modelCredit()
  const calls = answerWith({
    ...basics,
    [list]: buildPage(),
    [detail]: incomingOf(),
    [payoff]: figure,
    'GET /loan/123': () => loan,
    [confirmation]: () => {
      loan = modelCredit({ amount_due: 12_000 })
      return buildRefusal(409, 'debt_changed', words)
    },
  })
  openStaffApp('/abonos?abono=70')
  const dialog = await openDialog()
  const field = await dialog.findByLabelText(/Cantidad a registrar/)
  await userEvent.clear(field)
  await userEvent.type(field, '900')
  await dialog.findByText(/\$900.00 abonan/)
  await seePreview(dialog)
  const previews = () => calls.filter(({ path }) => path.endsWith('/payment-preview')).length
  const before = previews()
  await userEvent.click(dialog.getByRole('button', { name: 'Registrar pago' }))
  expect(await dialog.findByText(words)).toBeVisible()
  await vi.waitFor(() => expect(previews()).toBe(before + 1), 20_000)
  expect(dialog.getByLabelText(/Cantidad a registrar/)).toHaveValue('$900')
})

test('offers loans that owe money, searched by folio, when no loan matches', async () => {
  const calls = answerWith({
    ...basics,
    [list]: buildPage(),
    [detail]: incomingOf({ match: null }),
    'GET /loan': buildPage(
      loanItemOf('completed', { id: 122, folio: 'C-000122' }),
      loanItemOf('overdue', { amount_due: 13_200 }),
    ),
  })
  openStaffApp('/abonos?abono=70')
  const dialog = await openDialog()
  expect(await dialog.findByText(/No coincide con ningún préstamo vigente/)).toBeVisible()
  await userEvent.type(dialog.getByRole('searchbox', { name: 'Buscar préstamo' }), 'C-0001')
  const choices = within(await dialog.findByRole('list', { name: 'Préstamos que coinciden' }))
  expect(choices.getAllByRole('listitem')).toHaveLength(1)
  expect(calls.find(({ path }) => path === '/loan')?.query.get('search')).toBe('C-0001')
  await userEvent.click(choices.getByRole('button', { name: /C-000123/ }))
  expect(await dialog.findByText(/Elegido por ti/)).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Registrar pago' })).toBeVisible()
})

test('requires a reason to dismiss, shows it afterwards and allows to reopen', async () => {
  const unconfirmed = { stp_check: 'not_found', stp_confirmed_at: null } as const
  let incoming = incomingOf(unconfirmed)
  const dismissal = { reason: 'Es de otro cliente', by: 'Gerardo Soto', at: '2026-12-16T18:00:00Z' }
  const calls = answerWith({
    ...basics,
    [list]: buildPage(),
    [detail]: () => incoming,
    'GET /loan/123': activeLoan(),
    'POST /stp/incoming-payments/70/dismiss': () => {
      incoming = incomingOf({ ...unconfirmed, status: 'dismissed', dismissal })
      return incoming
    },
    'POST /stp/incoming-payments/70/reopen': () => {
      incoming = incomingOf(unconfirmed)
      return incoming
    },
  })
  openStaffApp('/abonos?abono=70')
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Descartar' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Volver' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Descartar' }))
  const dismissRegion = within(dialog.getByRole('region', { name: 'Descartar el abono' }))
  await userEvent.click(dismissRegion.getByRole('button', { name: 'Descartar' }))
  expect(dismissRegion.getByText('Escribe el motivo')).toBeVisible()
  await userEvent.type(dismissRegion.getByLabelText('Motivo'), 'Es de otro cliente')
  await userEvent.click(dismissRegion.getByRole('button', { name: 'Descartar' }))
  expect(await screen.findByText('El abono quedó descartado.')).toBeVisible()
  const part = within(await dialog.findByRole('region', { name: 'Descartado' }))
  expect(part.getByText('Es de otro cliente')).toBeVisible()
  await userEvent.click(part.getByRole('button', { name: 'Reabrir' }))
  expect(await dialog.findByRole('button', { name: 'Registrar pago' })).toBeVisible()
  expect(calls.find(({ path }) => path.endsWith('/dismiss'))?.body).toEqual({ reason: 'Es de otro cliente' })
})

test('offers no registration for returned money of our own', async () => {
  answerWith({
    ...basics,
    [list]: buildPage(),
    [detail]: incomingOf({ is_returned_money: true, match: null }),
  })
  openStaffApp('/abonos?abono=70')
  const dialog = await openDialog()
  expect(await dialog.findByText(/Es dinero nuestro que regresó/)).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Registrar pago' })).toBeNull()
})

test('shows a notice on the loan that money arrived for it', async () => {
  const calls = answerWith({
    ...basics,
    'GET /loan/123': activeLoan(),
    [list]: buildPage(incomingOf()),
    [detail]: incomingOf(),
  })
  const router = openStaffApp('/detalle-credito/123?tab=pagos')
  expect((await screen.findByText(/Llegó un abono de/)).textContent).toBe(
    'Llegó un abono de $1,100.00 que coincide con este crédito. Revisarlo',
  )
  const readQuery = calls.find(({ path }) => path === '/stp/incoming-payments')
  expect(Object.fromEntries(readQuery?.query ?? [])).toMatchObject({ loan: '123', status: 'open' })
  await userEvent.click(screen.getByRole('link', { name: 'Revisarlo' }))
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ abono: 70 }), 10_000)
})

test('shows an error when the list fails to load', async () => {
  answerWith({ ...basics, [list]: buildRefusal(500, 'server.error', 'Algo salió mal. Intenta de nuevo.') })
  openStaffApp('/abonos')
  expect(await screen.findByText('Error al cargar los abonos.')).toBeVisible()
})
