import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanItemOf } from '../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openWorkerApp, workerOf } from '../../../test/worker-screen.tsx'
import { endSession } from '../../lib/session.ts'
import { excerpt } from '../assistance/excerpt.ts'

const offers = {
  categories: [
    {
      name: 'Salud',
      assistances: [
        {
          id: 1,
          name: 'Médico',
          description: 'Habla con un médico.\nSin costo.',
          url: 'https://ejemplo.mx/medico',
          image: null,
        },
      ],
    },
  ],
  support_phone: '55 4000 1500',
  une: { phone: '55 4000 1600', email: 'une@prestadora.mx', hours: 'lunes a viernes de 9 a 18 horas' },
  support_email: 'hola@prestadora.mx',
}
const basics = {
  'GET /loan': buildPage(),
  'GET /loan/pf360/offers/': offers,
  'GET /notification/unread-count': { count: 0 },
}

afterEach(() => {
  endSession()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

test('§2 Home: loads with at most three calls, one of them for the open loans [E4.3 E7.2 E7.6]', async () => {
  const calls = answerWith({
    ...basics,
    'GET /loan': buildPage(
      loanItemOf('overdue', { overdue: 1_100, to_pay: { by: '2027-01-15', amount: 2_200 } }),
      loanItemOf('requested', { id: 124 }),
    ),
  })
  openWorkerApp('/app/home')
  expect(await screen.findByText('Pago atrasado')).toBeVisible()
  const call = await screen.findByRole('link', { name: 'Llamar al 55 4000 1500' })
  expect(call.getAttribute('href')).toBe('tel:5540001500')
  expect(await screen.findByText('Casi siempre respondemos el mismo día hábil')).toBeVisible()
  expect(calls.filter(({ path }) => path === '/loan').map(({ query }) => query.get('open'))).toEqual(['true'])
  expect(calls.length).toBeLessThanOrEqual(3)
})

const to_pay = { by: '2027-01-15', amount: 2_200 }

test('§2 Home: an offer comes before a payment of next month and says until when to sign', async () => {
  answerWith({
    ...basics,
    'GET /loan': buildPage(
      loanItemOf('active', { to_pay: { by: '2099-01-15', amount: 2_200 }, amount_due: 13_200 }),
      loanItemOf('approved', { id: 124, type: 'advance', offer_expires_on: '2099-01-03' }),
      loanItemOf('approved', { id: 125, offer_expires_on: '2099-02-28' }),
    ),
  })
  openWorkerApp('/app/home')
  const title = await screen.findByRole('heading', { name: 'Tu anticipo está aprobado' })
  expect(title.closest('section')).toHaveTextContent('Firma antes del 4 de enero. Pagas en total')
  expect(screen.getByRole('link', { name: /Firma antes del 1 de marzo/ })).toBeVisible()
  expect(screen.getByRole('link', { name: /\$2,200\.00 el 15 de enero/ })).toBeVisible()
})

test.each([
  [
    'active' as const,
    ['Pago vencido', 'Si tu empresa ya te lo descontó, en unos días lo verás aquí.', 0] as const,
  ],
  ['overdue' as const, ['Pago atrasado', 'Acércate a tu empresa o llámanos.', 1] as const],
])(
  '§2 Home: %s loan with an overdue payment shows it first, and the next payment beside it',
  async (state, [title, advice, calls]) => {
    answerWith({
      ...basics,
      'GET /loan': buildPage(loanItemOf(state, { overdue: 1_100, to_pay, amount_due: 13_200 })),
    })
    openWorkerApp('/app/home')
    const headline = within(
      (await screen.findByRole('heading', { name: title })).closest('section') ?? document.body,
    )
    expect(headline.getByText('1,100')).toBeVisible()
    expect(
      headline.getByText(/^Un pago de tu crédito C-000123 venció el 15 de diciembre\./),
    ).toHaveTextContent(`${advice} Con tu pago del 15 de enero, son $2,200.00.`)
    expect(await screen.findByRole('button', { name: /Médico/ })).toBeVisible()
    expect(headline.queryAllByRole('link', { name: 'Llamar al 55 4000 1500' })).toHaveLength(calls)
    const card = within(screen.getByRole('group', { name: 'Mis préstamos vigentes' }))
    expect(card.getByRole('link')).toHaveTextContent(
      /Por pagar\$13,200\.00.*0 de 12 pagos.*Vencido: \$1,100\.00/,
    )
  },
)

test('§2 Home: shows the amount to pay and its day, whatever was suggested or counted before', async () => {
  const active = { to_pay, amount_due: 13_200, suggested_payment: 900, payments_count: 11 }
  answerWith({ ...basics, 'GET /loan': buildPage(loanItemOf('active', active)) })
  openWorkerApp('/app/home')
  const title = await screen.findByRole('heading', { name: 'Tu próximo pago' })
  expect(title.closest('section')).toHaveTextContent(/\$2,200\.0015 de enero, en .* · crédito C-000123/)
  expect(screen.getByRole('link', { name: /0 de 12 pagos.*\$2,200\.00 el 15 de enero/ })).toBeVisible()
})

test('§3 Assistance: keeps the offers in the session storage until the session ends, and refetches invalid ones [E3.3]', async () => {
  const calls = answerWith(basics)
  const countOfferCalls = () => calls.filter(({ path }) => path === '/loan/pf360/offers/').length
  const start = async () => {
    openWorkerApp('/app/home')
    expect(await screen.findByRole('button', { name: /Médico/ })).toBeVisible()
    cleanup()
  }
  await start()
  expect(JSON.parse(sessionStorage.getItem('quincena.assistances') ?? '')).toEqual(offers)
  await start()
  expect(countOfferCalls()).toBe(1)
  sessionStorage.setItem('quincena.assistances', '{"categories": "de antes"}')
  await start()
  expect(countOfferCalls()).toBe(2)
  endSession()
  expect(sessionStorage.getItem('quincena.assistances')).toBeNull()
  await start()
  expect(countOfferCalls()).toBe(3)
})

test.each([
  [true, 0],
  [false, 1],
])(
  '§2 Home: opens an assistance with phone and link; with documents %s, shows %i upload buttons [E2.22 E3.3]',
  async (has_all_documents, ways) => {
    answerWith(basics)
    openWorkerApp('/app/home', workerOf({ has_all_documents }))
    await userEvent.click(await screen.findByRole('button', { name: /Médico/ }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Médico' }))
    expect(sheet.getByText(/Sin costo/)).toBeVisible()
    expect(sheet.getByRole('link', { name: 'Más información' }).getAttribute('href')).toBe(
      'https://ejemplo.mx/medico',
    )
    expect(sheet.getByRole('link', { name: 'Llamar al 55 4000 1500' })).toBeVisible()
    expect(sheet.queryAllByRole('button', { name: 'Subir mis documentos' })).toHaveLength(ways)
  },
)

test('§2 Home: names the refused documents instead of asking for all five', async () => {
  answerWith(basics)
  const refused_documents = ['INE', 'COMPROBANTE_DE_DOMICILIO'] as const
  const router = openWorkerApp(
    '/app/home',
    workerOf({ has_all_documents: false, refused_documents: [...refused_documents] }),
  )
  expect(await screen.findByRole('heading', { name: '2 documentos no se aceptaron' })).toBeVisible()
  expect(
    screen.getByText(
      'Sube de nuevo tu INE y tu comprobante de domicilio para poder solicitar créditos y anticipos.',
    ),
  ).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Subir de nuevo' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/app/documentation'), 10_000)
})

test('§2 Assistances list: shows the phone number and the external links on the page [E2.59]', async () => {
  answerWith(basics)
  openWorkerApp('/app/news-list')
  expect((await screen.findByRole('link', { name: 'Llamar al 55 4000 1500' })).getAttribute('href')).toBe(
    'tel:5540001500',
  )
  const more = screen.getByRole('link', { name: 'Más información: Médico' })
  expect([more.getAttribute('href'), more.getAttribute('target')]).toEqual([
    'https://ejemplo.mx/medico',
    '_blank',
  ])
})

test('§8 shows an error for each failed call and loads its data on retry [E8.1 E8.3]', async () => {
  const brokenAnswers: Record<string, unknown> = { ...basics }
  for (const call of ['GET /loan', 'GET /loan/pf360/offers/'])
    brokenAnswers[call] = buildRefusal(500, 'server.error', 'Algo salió mal.')
  answerWith(brokenAnswers)
  openWorkerApp('/app/home')
  expect(await screen.findByText('Hubo un problema al obtener las solicitudes.')).toBeVisible()
  expect(await screen.findByText('Error al obtener los datos.')).toBeVisible()
  Object.assign(brokenAnswers, basics)
  for (const button of screen.getAllByRole('button', { name: 'Reintentar' })) await userEvent.click(button)
  expect(await screen.findByText('Puedes pedir hasta')).toBeVisible()
  expect(await screen.findByRole('button', { name: /Médico/ })).toBeVisible()
})

test.each([
  ['Una línea', 'Una línea'],
  ['Primera\nSegunda', 'Primera'],
  ['a'.repeat(100), 'a'.repeat(100)],
  ['a'.repeat(101), `${'a'.repeat(100)}…`],
])('§9 cuts a description to its first line and at most 100 characters [E2.21 E9.8]', (description, text) => {
  expect(excerpt(description)).toBe(text)
})
