import { contractSchedule } from '@quincena/domain/loans/amortization'
import { applyPayment } from '@quincena/domain/loans/apply-payment'
import { openCredit } from '@quincena/domain/loans/position'
import { pesos } from '@quincena/domain/money'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { activeLoan } from '../../../../../test/loan.ts'
import { previewOf, previewTerms } from '../../../../../test/preview.ts'
import { answerWith, buildFieldRefusal, buildPage, buildRefusal } from '../../../../../test/server.ts'
import { openWorkerApp } from '../../../../../test/worker-screen.tsx'
import { endSession } from '../../../../lib/session.ts'

afterEach(() => {
  endSession()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const rows = contractSchedule(previewTerms).map((row) => ({
  ...{ number: row.number, due_date: row.due_date, paid: false, version: 1 },
  ...{ payment: pesos(row.payment), principal: pesos(row.principal) },
  ...{ interest: pesos(row.interest), balance: pesos(row.balance) },
}))

/** The credit of `previewTerms` on the day when its money was sent. */
const credit = activeLoan({
  ...{ amount: 12_345.67, amount_due: 13_582.22, total_debt: 13_582.22, payoff: 12_345.67, schedule: rows },
  to_pay: { by: '2026-12-21', amount: 1_131.85 },
})

const offers = {
  categories: [],
  support_phone: '55 4000 1500',
  support_email: 'hola@prestadora.mx',
  une: { phone: '55 4000 1600', email: 'une@prestadora.mx', hours: 'lunes a viernes de 9 a 18 horas' },
}

/** Opens the credit; `preview` answers the calls of the preview. */
function openCreditDetail(preview: unknown, loan = credit) {
  const calls = answerWith({
    'GET /loan/123': loan,
    'GET /documents/': buildPage(),
    'GET /notification/unread-count': { count: 0 },
    'GET /loan/pf360/offers/': offers,
    'GET /loan/123/payment-preview': preview,
  })
  openWorkerApp(loan.type === 'advance' ? '/app/anticipation-detail/123' : '/app/credit-detail/123')
  return calls
}

const findField = () => screen.findByRole('textbox', { name: '¿Cuánto quieres pagar?' })

const amountsAsked = (calls: ReturnType<typeof answerWith>) =>
  calls.filter(({ path }) => path.endsWith('/payment-preview')).map(({ query }) => query.get('amount_paid'))

async function typeAmount(text: string) {
  await userEvent.type(await findField(), text)
}

const findSentence = (text: string) => screen.findByText(text, { selector: '[role=status]' })

test('says what an amount covers, what it lowers and what it saves, with one call for the typed amount', async () => {
  const calls = openCreditDetail(previewOf(600_000))
  await typeAmount('6,000')
  expect(
    await findSentence(
      '$1,131.85 cubren tu pago del 21 de diciembre; $4,868.15 bajan tu deuda y te ahorras $528.78 de intereses.',
    ),
  ).toBeVisible()
  expect(amountsAsked(calls)).toEqual(['6000'])
  expect(screen.getByText('Te ahorras').closest('div')).toHaveTextContent('$528.78')
  expect(screen.getByText('Tu siguiente pago').closest('div')).toHaveTextContent('el 21 de enero')
  expect(await screen.findByText(/^El monto cambia cada día/)).toHaveTextContent(
    'Para liquidar hoy, llámanos. También puedes pagar una parte. No tiene comisión.',
  )
  expect(await screen.findByRole('link', { name: 'Llamar al 55 4000 1500' })).toBeVisible()
})

test('compares lower payments with a shorter term by keyboard, and plots the chosen one', async () => {
  openCreditDetail(previewOf(600_000))
  await typeAmount('6000')
  const group = await screen.findByRole('group', { name: '¿Qué prefieres con lo que baja tu deuda?' })
  const choice = (name: string) => within(group).getByRole('radio', { name })
  expect(within(group).getAllByRole('radio')).toHaveLength(2)
  expect(choice('Bajar mis pagos')).toBeChecked()
  expect(choice('Bajar mis pagos')).toHaveAccessibleDescription(
    '11 pagos de $641.22 hasta el 21 de noviembre de 2027 Ahorras $528.78',
  )
  expect(
    screen.getByText(/Pide «Bajar mis pagos»: el personal registra tu pago con esa elección/),
  ).toBeVisible()
  const plot = () =>
    screen.getByRole('img', { name: /^Capital que debes sin este pago/ }).getAttribute('aria-label')
  const before = 'Capital que debes sin este pago: de $12,345.67 a $0.00 el 21 de noviembre de 2027.'
  expect(plot()).toBe(`${before} Con este pago: de $7,477.52 a $0.00 el 21 de noviembre de 2027.`)

  choice('Bajar mis pagos').focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(choice('Terminar antes')).toBeChecked()
  expect(screen.getByText(/Pide «Terminar antes»/)).toBeVisible()
  expect(plot()).toBe(`${before} Con este pago: de $7,477.52 a $0.00 el 21 de julio de 2027.`)
  expect(screen.getByText(/^\$1,131\.85 cubren/)).toHaveTextContent('te ahorras $780.60 de intereses.')
})

test('offers no choice and no plot if the amount only covers the next payment', async () => {
  openCreditDetail(previewOf(50_000))
  await typeAmount('500')
  expect(await findSentence('$500.00 abonan a tu pago del 21 de diciembre.')).toBeVisible()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryByRole('img', { name: /^Capital/ })).toBeNull()
  expect(screen.queryByText('Te ahorras')).toBeNull()
})

test('shows the payoff at an amount above it, and takes it with one tap', async () => {
  const calls = openCreditDetail(previewOf(1_234_567))
  await typeAmount('20000')
  const field = await findField()
  await vi.waitFor(() => expect(field).toBeInvalid(), 10_000)
  expect(field).toHaveAccessibleDescription('Hoy se liquida con $12,345.67.')
  expect(amountsAsked(calls)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Liquidar todo: $12,345.67' }))
  expect(field).toHaveValue('12345.67')
  expect(
    await findSentence('$12,345.67 liquidan tu crédito y te ahorras $1,236.55 de intereses.'),
  ).toBeVisible()
  expect(amountsAsked(calls)).toEqual(['12345.67'])
  expect(
    screen.getByRole('img', { name: /Con este pago: \$0\.00 desde el 21 de noviembre de 2026\.$/ }),
  ).toBeVisible()
})

test.each([
  ['0', 'La cantidad pagada debe ser mayor a cero.'],
  ['mucho', 'La cantidad pagada debe ser mayor a cero.'],
  ['100.005', 'Debe ser una cantidad en pesos con hasta 2 decimales'],
])('shows at the field why %s is no amount, without a call', async (text, problem) => {
  const calls = openCreditDetail(previewOf(600_000))
  await typeAmount(text)
  expect(await screen.findByText(problem)).toBeVisible()
  expect(await findField()).toHaveAccessibleDescription(problem)
  expect(amountsAsked(calls)).toEqual([])
})

test('shows the server’s payoff at the field and loads the loan again if the payoff has changed', async () => {
  const text = 'Hoy se liquida con $12,300.00.'
  const calls = openCreditDetail(() => buildFieldRefusal(422, 'amount_paid', text))
  await typeAmount('12,310')
  expect(await screen.findByText(text)).toBeVisible()
  expect(await findField()).toBeInvalid()
  await vi.waitFor(
    () => expect(calls.filter(({ path }) => path === '/loan/123').length).toBeGreaterThan(1),
    10_000,
  )
})

test('shows an error with a retry, then the preview', async () => {
  let isDown = true
  openCreditDetail(() => (isDown ? buildRefusal(500, 'server.error', 'Algo salió mal.') : previewOf(600_000)))
  await typeAmount('6000')
  expect(await screen.findByText(/No pudimos calcularlo\. Algo salió mal\./)).toBeVisible()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('radio', { name: 'Terminar antes' })).toBeVisible()
  expect(screen.queryByText(/No pudimos calcularlo/)).toBeNull()
})

test('waits for the connection without a call, then shows the preview', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const calls = openCreditDetail(previewOf(600_000))
  await typeAmount('6000')
  expect(await screen.findByText('Sin conexión. Lo calculamos en cuanto vuelva.')).toBeVisible()
  expect(amountsAsked(calls)).toEqual([])
  online.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  expect(await screen.findByRole('radio', { name: 'Terminar antes' })).toBeVisible()
})

test('shows a skeleton while the preview loads, and nothing before an amount is typed', async () => {
  let answer: (value: unknown) => void = () => undefined
  openCreditDetail(() => new Promise((resolve) => (answer = resolve)))
  await findField()
  expect(screen.queryByText('Cómo pagar')).toBeNull()
  await typeAmount('6000')
  expect(await screen.findByRole('status', { name: 'Cargando' })).toBeVisible()
  answer(previewOf(600_000))
  expect(await screen.findByText('Cómo pagar')).toBeVisible()
})

test('says that a part of an advance saves nothing and what is left to pay', async () => {
  const applied = { principal: 0, interest: 0, tax: 0, due: 0, on_account: 500, prepaid: 0, settles: false }
  const due_date = '2026-11-30'
  const row = { ...{ number: 1, due_date, paid: false, version: 1 }, balance: 0 }
  const advance = activeLoan({
    ...{ type: 'advance' as const, amount: 1_000, amount_due: 1_150, payoff: 1_150, installments: 1 },
    schedule: [{ ...row, payment: 1_150, principal: 1_000, interest: 150 }],
    to_pay: { by: due_date, amount: 1_150 },
  })
  const outcome = {
    ...{ excess: 'lower_payment', applied, discount: 0, new_amount_due: 650, installments_left: 1 },
    ...{ later_payment: 1_150, last_due_date: due_date, to_pay: { by: due_date, amount: 650 }, balances: [] },
  }
  const preview = { loan_request: 123, day: '2026-11-22', amount_due: 1_150, payoff: 1_150, balances: [] }
  openCreditDetail({ ...preview, outcomes: [outcome] }, advance)
  await typeAmount('500')
  expect(await findSentence('$500.00 abonan a tu pago del 30 de noviembre.')).toBeVisible()
  expect(screen.getByText('Tu siguiente pago').closest('div')).toHaveTextContent('$650.00 el 30 de noviembre')
  expect(screen.getByText(/^La comisión de tu anticipo no cambia/)).toBeVisible()
  expect(screen.queryByRole('img', { name: /^Capital/ })).toBeNull()
  expect(screen.queryByText('Te ahorras')).toBeNull()
})

test('counts what was prepaid before as covered', async () => {
  const first = applyPayment(openCredit(previewTerms), {
    ...{ value_date: '2026-11-21', amount: 113_185, excess: 'lower_payment' as const },
  })
  if ('error' in first) throw new Error('The first payment exceeds the payoff')
  const preview = previewOf(100_000, { position: first.position })
  openCreditDetail(preview, { ...credit, amount_due: 12_450.37, payoff: 11_213.82 })
  await typeAmount('1000')
  expect(await screen.findByText(/^\$1,000\.00 bajan tu deuda y te ahorras/)).toBeVisible()
})

test('offers no choice if both choices leave the same payments', async () => {
  const preview = previewOf(600_000)
  const [first] = preview.outcomes
  const outcomes = preview.outcomes.map((outcome) => ({ ...outcome, ...first, excess: outcome.excess }))
  openCreditDetail({ ...preview, outcomes })
  await typeAmount('6000')
  expect(await screen.findByText('Cómo pagar')).toBeVisible()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.getByText(/^También puedes pedir que adelante tus siguientes pagos/)).toBeVisible()
})

test('a loan with an overdue payment is paid now, not early, and never twice', async () => {
  openCreditDetail(previewOf(600_000), { ...credit, state: 'overdue', overdue: 1_131.85 })
  expect(await screen.findByRole('heading', { name: 'Pagar ahora' })).toBeVisible()
  expect(
    screen.getByText(/^Tu pago cubre primero lo vencido\. Si tu empresa ya te lo descontó/),
  ).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Pagar antes' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Solo lo vencido: $1,131.85' }))
  expect(await findField()).toHaveValue('1131.85')
})
