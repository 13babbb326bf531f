import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { activeLoan, loanDetailOf } from '../../../../test/loan.ts'
import { answerWith, buildPage } from '../../../../test/server.ts'
import { openWorkerApp } from '../../../../test/worker-screen.tsx'
import { endSession } from '../../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const receiving_account = {
  ...{ bank: '40012', bank_name: 'BBVA', account_last4: '0015' },
  account_type: 40 as const,
}

test.each([
  ['payout_returned' as const, 1],
  ['active' as const, 0],
])(
  '§2 Credit detail: links to the bank account only if the payout was returned (%s: %i links)',
  async (state, ways) => {
    answerWith({
      'GET /loan/123': loanDetailOf(state, { receiving_account }),
      'GET /documents/': buildPage(),
      'GET /notification/unread-count': { count: 0 },
    })
    openWorkerApp('/app/credit-detail/123')
    expect(await screen.findByText(/terminada en/)).toBeVisible()
    const links = screen.queryAllByRole('link', { name: 'Revisar mi cuenta' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(ways).fill('/app/bank-staff'))
  },
)

const openDetail = (loan: ReturnType<typeof activeLoan>) => {
  answerWith({
    'GET /loan/123': loan,
    'GET /documents/': buildPage(),
    'GET /notification/unread-count': { count: 0 },
  })
  openWorkerApp('/app/credit-detail/123')
}

const findPanel = async (text: string) => {
  const panel = (await screen.findByText(text)).closest('section')
  if (panel === null) throw new Error(`no panel has ${text}`)
  return panel
}

test('shows the amount to pay and its day, whatever was suggested or counted before', async () => {
  openDetail(activeLoan({ suggested_payment: 13_200, payments_count: 11 }))
  const panel = await findPanel('Tu próximo pago')
  expect(panel).toHaveTextContent('Tu próximo pago$1,100.00el 15 de diciembre')
  expect(within(panel).getByRole('img', { name: '0 de 12 pagos' })).toBeVisible()
})

test('says who deducts how much each quincena', async () => {
  openDetail(activeLoan({ deduction: 550 }))
  expect(await findPanel('Tu próximo pago')).toHaveTextContent(
    'Te lo descuenta Textiles del Norte de tu nómina: $550.00 cada quincena. Dos descuentos hacen tu pago del mes. No tienes que hacer nada.',
  )
})

test('an overdue payment does not say that there is nothing to do', async () => {
  const to_pay = { by: '2027-01-15', amount: 1_600 }
  openDetail(activeLoan({ ...loanDetailOf('overdue', { overdue: 500, to_pay, deduction: 550 }) }))
  expect(await findPanel('Pago atrasado')).toBeVisible()
  expect(screen.queryByText(/No tienes que hacer nada/)).toBeNull()
})

test('shows what is overdue first, and the next payment with it beside', async () => {
  const to_pay = { by: '2027-01-15', amount: 1_600 }
  openDetail(activeLoan({ ...loanDetailOf('overdue', { overdue: 500, to_pay, payoff: 12_000 }) }))
  expect(await findPanel('Pago atrasado')).toHaveTextContent(
    /Pago atrasado\$500\.00venció el 15 de diciembreCon tu pago del 15 de enero, son \$1,600\.00\./,
  )
})

test('shows the schedule in force with the day of its change, and the earlier ones on demand', async () => {
  const { schedule, ...loan } = activeLoan()
  const inForce = schedule.map((row) => ({ ...row, payment: 600, version: 2 }))
  openDetail({
    ...{ ...loan, schedule: inForce },
    schedules: [
      { version: 1, from: '2026-11-15', schedule },
      { version: 2, from: '2026-11-21', schedule: inForce },
    ],
  })
  const panel = await findPanel('Cambió el 21 de noviembre de 2026: tu pago bajó la deuda.')
  expect(within(panel).getAllByText('$600.00')[0]).toBeVisible()
  expect(within(panel).getAllByText('$1,100.00')[0]).not.toBeVisible()
  await userEvent.click(within(panel).getByText('Ver el calendario de tu contrato'))
  expect(within(panel).getAllByText('$1,100.00')[0]).toBeVisible()
})

test('marks an overdue installment, and what one still lacks that is covered in part', async () => {
  const days = ['2026-01-15', '2026-02-15', '2099-03-15']
  const rows = days.map((due_date, index) => ({
    ...{ number: index + 1, due_date, payment: 1_100, principal: 1_000, interest: 100 },
    ...{ balance: 0, paid: index === 0, version: 1 },
  }))
  openDetail(activeLoan({ schedule: rows, amount_due: 1_500, overdue: 400 }))
  const panel = within(await findPanel('Calendario de pagos'))
  expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '15 de enero de 2026, pagado$1,100.00',
    '215 de febrero de 2026Vencido: faltan $400.00$1,100.00',
    '315 de marzo de 2099$1,100.00',
  ])
})

test('a loan in clarification says that nothing is to be paid, and shows no payment and no calendar', async () => {
  openDetail(activeLoan({ in_clarification: true, to_pay: null, next_payment_date: null }))
  expect(await screen.findByText(/Mientras tanto no tienes que pagar nada/)).toBeVisible()
  expect(screen.getByText('En aclaración')).toBeVisible()
  for (const text of [
    'Tu próximo pago',
    'Te falta por pagar',
    'Vigente',
    'Total a pagar',
    'Último día de pago',
  ])
    expect(screen.queryByText(text)).toBeNull()
})

const une = { phone: '55 4000 1600', email: 'une@prestadora.mx', hours: 'lunes a viernes de 9 a 18 horas' }
const offers = { categories: [], support_phone: '', support_email: '', une }

test.each([
  [true, 1],
  [undefined, 0],
] as const)(
  'a signed loan says whom to ask for its cancellation while its money has not left: %s',
  async (cancellable, notes) => {
    answerWith({
      'GET /loan/123': loanDetailOf('disbursing', {
        receiving_account,
        ...(cancellable && { cancellable, payout_waits: 'queue' }),
      }),
      'GET /loan/pf360/offers/': offers,
      'GET /notification/unread-count': { count: 0 },
    })
    openWorkerApp('/app/credit-detail/123')
    expect(await screen.findByText('El camino de tu dinero')).toBeVisible()
    if (notes === 0) expect(screen.queryByText('¿Cambiaste de opinión?')).toBeNull()
    else {
      const panel = await findPanel('¿Cambiaste de opinión?')
      const phone = await within(panel).findByRole('link', { name: '55 4000 1600' })
      expect(phone.getAttribute('href')).toBe('tel:5540001600')
      expect(within(panel).getByRole('link', { name: 'une@prestadora.mx' })).toBeVisible()
      expect(panel).toHaveTextContent('Mientras el dinero no salga puedes cancelar sin costo.')
    }
  },
)
