import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { activeLoan, loanDetailOf, loanItemOf } from '../../../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../../../test/server.ts'
import { openWorkerApp, workerOf } from '../../../../../test/worker-screen.tsx'
import { endSession } from '../../../../lib/session.ts'

const created = () => Response.json(loanDetailOf('requested'), { status: 201 })

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

/** Moves the slider; its steps are 500 pesos for a monthly salary of 17,000. */
const slideTo = async (pesos: number) =>
  fireEvent.change(await screen.findByRole('slider', { name: 'Monto' }), { target: { value: String(pesos) } })

const findRequestButton = () => screen.findByRole('button', { name: 'Solicitar' })

const requests = (calls: ReturnType<typeof answerWith>) =>
  calls.filter(({ method, path }) => method === 'POST' && path === '/loan/')

async function confirm() {
  await userEvent.click(await findRequestButton())
  const sheet = within(await screen.findByRole('dialog', { name: '¿Solicitar este crédito?' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Confirmar' }))
}

test('starts at a third of the maximum with its cost, and refuses an amount of 0 [E5.1]', async () => {
  answerWith({})
  openWorkerApp('/app/new-credit')
  expect(await screen.findByRole('button', { name: '$17,000.00. Escribir otra cantidad' })).toBeVisible()
  expect(await findRequestButton()).toBeEnabled()
  await slideTo(0)
  expect(await findRequestButton()).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: '$10,000' }))
  await userEvent.click(screen.getByRole('radio', { name: '12 meses' }))
  expect(screen.getAllByText('$916.80').length).toBeGreaterThan(0)
  expect(screen.getByText('$11,001.61')).toBeVisible()
  expect(screen.getByText('19.6 %')).toBeVisible()
  const facts = screen.getAllByRole('term').map((label) => label.textContent)
  expect(facts.slice(0, 3)).toEqual(['Recibes', 'Te cuesta (intereses)', 'Pagas'])
  expect(screen.getByText('$1,001.61')).toBeVisible()
  expect(
    screen.getByText(/para comparar con otros créditos\. Aquí son \$1,001\.61 en total\.$/),
  ).toBeVisible()
  expect(await findRequestButton()).toBeEnabled()
})

test('adds the VAT to the payment if the company charges it on top of the interest', async () => {
  answerWith({})
  const worker = workerOf()
  const company = worker.company && { ...worker.company, tax_rate: 0.16, tax_added: true }
  openWorkerApp('/app/new-credit', { ...worker, company })
  await slideTo(10_000)
  await userEvent.click(await screen.findByRole('radio', { name: '12 meses' }))
  expect(screen.getAllByText('$930.56').length).toBeGreaterThan(0)
  expect(screen.getByText('$11,166.77')).toBeVisible()
  expect(screen.getByText('Te cuesta').closest('div')).toHaveTextContent('$1,166.77')
  expect(screen.getByText('Intereses').closest('div')).toHaveTextContent('$1,005.83')
  expect(screen.getByText('IVA de los intereses').closest('div')).toHaveTextContent('$160.94')
  expect(screen.getByText('Tasa anual fija, más IVA').closest('div')).toHaveTextContent('18 %')
})

test('sends one request with the figures that were shown, and opens the requested loan', async () => {
  const calls = answerWith({ 'POST /loan/': created, 'GET /loan/123': loanDetailOf('requested') })
  const router = openWorkerApp('/app/new-credit')
  await slideTo(10_000)
  await userEvent.click(screen.getByRole('radio', { name: '12 meses' }))
  await confirm()
  expect(await screen.findByText('Crédito registrado exitosamente')).toBeVisible()
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/app/new-credit-request/123'), 10_000)
  const sent = requests(calls)
  expect(sent).toHaveLength(1)
  expect(sent[0]?.body).toEqual({
    type: 'credit',
    amount: 10_000,
    period: 12,
    interest_rate: 0.18,
    monthly_payment: 916.8,
    final_value: 11_001.61,
    total_debt: 11_001.61,
  })
  expect(sent[0]?.headers.get('Idempotency-Key')).toMatch(/^\w+$/)
})

test('lowers a typed amount to three monthly salaries', async () => {
  answerWith({})
  openWorkerApp('/app/new-credit')
  await userEvent.click(await screen.findByRole('button', { name: /Escribir otra cantidad/ }))
  await userEvent.type(await screen.findByLabelText('Ingrese el importe del crédito'), '90,000{Enter}')
  expect(await screen.findByText('Lo más que puedes pedir es $51,000.00')).toBeVisible()
  expect(screen.getByRole('slider')).toHaveProperty('ariaValueText', '$51,000.00')
  expect(screen.getByRole('slider')).toMatchObject({ min: '0', max: '51000', step: '500', value: '51000' })
})

test('shows an error at the field if the typed text is not an amount [E8.8]', async () => {
  answerWith({})
  openWorkerApp('/app/new-credit')
  await userEvent.click(await screen.findByRole('button', { name: /Escribir otra cantidad/ }))
  await userEvent.type(await screen.findByLabelText('Ingrese el importe del crédito'), 'mucho{Enter}')
  expect(await screen.findByText('Ocurrió un error al intentar ingresar el importe')).toBeVisible()
})

test('keeps the amount after a server error and retries with the same idempotency key [E4.11 E7.7 E8.8]', async () => {
  let isDown = true
  const calls = answerWith({
    'POST /auth/logs': new Response(null, { status: 204 }),
    'POST /loan/': () => (isDown ? buildRefusal(500, 'server.error', 'Algo salió mal.') : created()),
    'GET /loan/123': loanDetailOf('requested'),
  })
  openWorkerApp('/app/new-credit')
  await slideTo(10_000)
  await confirm()
  expect(await screen.findByText('Error: Ocurrió un problema del lado del servidor.')).toBeVisible()
  expect(screen.getByText('Error registrando la solicitud')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }))
  expect(await screen.findByText('Error: Ocurrió un problema del lado del servidor.')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Cerrar' }))
  isDown = false
  await vi.waitFor(() => expect(screen.queryByText(/del lado del servidor/)).toBeNull(), 10_000)
  await confirm()
  expect(await screen.findByText('Crédito registrado exitosamente')).toBeVisible()
  const keys = requests(calls).map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  const logged = calls.filter(({ path }) => path === '/auth/logs').map(({ body }) => body)
  expect(logged).toMatchObject([
    { log_level: 'ERROR', message: 'Error registrando la solicitud (500 server.error: Algo salió mal.)' },
    { log_level: 'ERROR' },
    { log_level: 'INFO', message: 'Crédito registrado exitosamente: C-000123' },
  ])
})

test('§8 shows an error and registers nothing if the server refuses the figures [E8.8]', async () => {
  const text = 'Las cifras no coinciden con las del servidor. Vuelve a calcular.'
  const calls = answerWith({ 'POST /loan/': () => buildRefusal(422, 'loan.figures_differ', text) })
  openWorkerApp('/app/new-credit')
  await slideTo(2_000)
  await confirm()
  expect(await screen.findByText('Error buscando información acerca del pago mensual')).toBeVisible()
  expect(await screen.findByText(text)).toBeVisible()
  expect(requests(calls)).toHaveLength(1)
})

test('shows the server’s text if it refuses the request', async () => {
  const text = 'No puedes solicitar un nuevo crédito porque tienes una solicitud pendiente.'
  answerWith({ 'POST /loan/': () => buildRefusal(409, 'loan.credit_pending', text) })
  openWorkerApp('/app/new-credit')
  await slideTo(2_000)
  await confirm()
  expect(await screen.findByText(text)).toBeVisible()
})

test.each([
  [
    { has_all_documents: false },
    'Completa tus documentos en Perfil para poder solicitar.',
    'Para pedirlo, sube tus documentos',
  ],
  [
    { has_credit: true },
    'No puedes solicitar un nuevo crédito porque ya tienes uno vigente.',
    'Ver mi crédito',
  ],
  [
    { has_request_credit: true },
    'No puedes solicitar un nuevo crédito porque tienes una solicitud pendiente.',
    'Ver mi solicitud',
  ],
])(
  'with %j shows why a request is blocked and the next step, and still quotes [E4.4]',
  async (changes, text, wayOut) => {
    answerWith({})
    openWorkerApp('/app/new-credit', workerOf(changes))
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByRole('button', { name: wayOut })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Solicitar' })).toBeNull()
    await slideTo(10_000)
    await userEvent.click(screen.getByRole('radio', { name: '12 meses' }))
    expect(screen.getByText('$11,001.61')).toBeVisible()
  },
)

const findSalaryText = async () => (await screen.findByText(/^Te quedan/)).textContent

test('says who deducts how much each quincena, and what is left of the next one', async () => {
  answerWith({ 'GET /loan': buildPage() })
  openWorkerApp('/app/new-credit')
  await slideTo(10_000)
  await userEvent.click(screen.getByRole('radio', { name: '12 meses' }))
  expect(screen.getByText(/^Te lo descuenta/)).toHaveTextContent(
    'Te lo descuenta Maquilas del Norte de tu nómina: $458.40 cada quincena. Dos descuentos hacen tu pago del mes. No tienes que hacer nada.',
  )
  expect(await findSalaryText()).toBe('Te quedan $8,041.60 de tu próxima quincena de $8,500.00.')
  expect(screen.getByText('Atraso: sin comisión ni intereses moratorios')).toBeVisible()
})

test('what is left of the next quincena counts the loans that are signed, and no offer', async () => {
  const { schedule: _, ...advance } = activeLoan({ type: 'advance', deduction: 4_150 })
  answerWith({ 'GET /loan': buildPage(advance, loanItemOf('approved', { id: 124, deduction: 900 })) })
  openWorkerApp('/app/new-credit')
  await slideTo(10_000)
  await userEvent.click(screen.getByRole('radio', { name: '12 meses' }))
  expect(await findSalaryText()).toBe(
    'Te quedan $3,891.60 de tu próxima quincena de $8,500.00, ya con el descuento de lo que pagas ahora.',
  )
})

test('§2 New credit: Cancelar opens the home screen', async () => {
  answerWith({})
  const router = openWorkerApp('/app/new-credit')
  await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/app/home'), 10_000)
})

test('says that the salary is unknown if the worker has none', async () => {
  answerWith({})
  openWorkerApp('/app/new-credit', workerOf({ monthly_salary: null, biweekly_salary: null }))
  expect(await screen.findByText('Aún no conocemos tu sueldo')).toBeVisible()
})
