import type { User } from '@quincena/domain/users/schema'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildFieldRefusal } from '../../../../../test/server.ts'
import { openWorkerApp, workerOf } from '../../../../../test/worker-screen.tsx'
import { endSession } from '../../../../lib/session.ts'

const answerMax = (pesos: number) => ({ 'POST /loan/get-max-advance-loan-amount/': { data: pesos } })

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const slideTo = async (pesos: number) =>
  fireEvent.change(await screen.findByRole('slider', { name: 'Monto' }), { target: { value: String(pesos) } })

test('offers no request below the company’s minimum, and says what it is', async () => {
  answerWith(answerMax(4250))
  openWorkerApp('/app/new-advance')
  const text = /El anticipo mínimo es de \$500\.00\./
  await slideTo(450)
  expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Solicitar' })).toBeDisabled()
  await slideTo(500)
  expect(screen.queryByText(text)).toBeNull()
  expect(screen.getByRole('button', { name: 'Solicitar' })).toBeEnabled()
})

test('starts at a third of the maximum, with the cost in pesos, who deducts it and a sentence on the CAT', async () => {
  answerWith(answerMax(4250))
  openWorkerApp('/app/new-advance')
  expect(await screen.findByRole('button', { name: '$1,400.00. Escribir otra cantidad' })).toBeVisible()
  const facts = screen.getAllByRole('term').map((label) => label.textContent)
  expect(facts).toEqual(['Recibes', 'Te cuesta (comisión)', 'Pagas', 'CAT sin IVA'])
  expect(screen.getByText(/^Te lo descuenta/)).toHaveTextContent(
    /Maquilas del Norte de tu nómina del \d+ de [a-z]+: \$1,550\.00\. No tienes que hacer nada\.$/,
  )
  expect(
    screen.getByText(
      /^Parece alto porque (son solo \d+ días|es solo 1 día): en pesos pagas \$150\.00, nada más\.$/,
    ),
  ).toBeVisible()
})

test('quotes without documents, and leads to them [E4.4]', async () => {
  answerWith(answerMax(4250))
  openWorkerApp('/app/new-advance', workerOf({ has_all_documents: false }))
  expect(await screen.findByText('Completa tus documentos en Perfil para poder solicitar.')).toBeVisible()
  await slideTo(2000)
  expect(screen.getAllByText('$2,150.00')[0]).toBeVisible()
  expect(screen.getByRole('button', { name: 'Para pedirlo, sube tus documentos' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Solicitar' })).toBeNull()
})

test('shows the minimum at the field if a smaller amount is typed', async () => {
  answerWith(answerMax(4250))
  openWorkerApp('/app/new-advance')
  await userEvent.click(await screen.findByRole('button', { name: /Escribir otra cantidad/ }))
  expect(await screen.findByText('De $500.00 a $4,250.00')).toBeVisible()
  const input = await screen.findByLabelText('Ingrese el importe del anticipo')
  await userEvent.type(input, '499.99{Enter}')
  expect(input).toHaveAccessibleDescription(/El anticipo mínimo es de \$500\.00\./)
  await userEvent.clear(input)
  await userEvent.type(input, '500{Enter}')
  expect(await screen.findByRole('button', { name: '$500.00. Escribir otra cantidad' })).toBeVisible()
})

test('explains that no advance is possible if the maximum is below the minimum', async () => {
  answerWith(answerMax(400))
  openWorkerApp('/app/new-advance')
  expect(await screen.findByText('Por ahora no puedes pedir un anticipo')).toBeVisible()
  expect(
    screen.getByText('El anticipo mínimo es de $500.00. Lo más que puedes pedir es $400.00.'),
  ).toBeVisible()
  expect(screen.queryByRole('slider')).toBeNull()
})

test('shows the server’s text if the company raised its minimum meanwhile', async () => {
  const text = 'El anticipo mínimo es de $750.00.'
  answerWith({ ...answerMax(4250), 'POST /loan/': () => buildFieldRefusal(422, 'amount', text) })
  openWorkerApp('/app/new-advance')
  await slideTo(600)
  await userEvent.click(screen.getByRole('button', { name: 'Solicitar' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Confirmar' }))
  expect(await screen.findByText(text)).toBeVisible()
})

const pricedWorker = (price: Partial<NonNullable<User['company']>>) => {
  const worker = workerOf()
  return workerOf({ company: worker.company && { ...worker.company, ...price } })
}

test('says from which amount an advance is offered where a smaller one costs too much', async () => {
  answerWith(answerMax(4250))
  openWorkerApp('/app/new-advance', pricedWorker({ advance_cost_ceiling: 0.25 }))
  await slideTo(550)
  expect(
    screen.getByText(/Con una comisión de \$150\.00, el anticipo se puede pedir desde \$600\.00\./),
  ).toBeVisible()
  expect(screen.getByRole('button', { name: 'Solicitar' })).toBeDisabled()
  await slideTo(600)
  expect(screen.getByRole('button', { name: 'Solicitar' })).toBeEnabled()
  await userEvent.click(screen.getByRole('button', { name: /Escribir otra cantidad/ }))
  expect(await screen.findByText('De $600.00 a $4,250.00')).toBeVisible()
})

const steps = [
  { up_to: 100_000, commission: 10_000 },
  { up_to: null, commission: 60_000 },
]

test('offers the nearest amounts instead of one that costs too much', async () => {
  answerWith(answerMax(4250))
  openWorkerApp('/app/new-advance', pricedWorker({ commission: 10_000, commission_steps: steps }))
  await slideTo(1500)
  expect(screen.getByRole('button', { name: 'Solicitar' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Pedir $2,000.00' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Pedir $1,000.00' }))
  expect(screen.getByRole('button', { name: 'Solicitar' })).toBeEnabled()
  expect(screen.getAllByText('$1,100.00')[0]).toBeVisible()
})

test('quotes the commission of the amount, and refuses a typed amount between two offered ranges', async () => {
  answerWith(answerMax(4250))
  openWorkerApp('/app/new-advance', pricedWorker({ commission: 10_000, commission_steps: steps }))
  await slideTo(1000)
  expect(screen.getAllByText('$1,100.00')[0]).toBeVisible()
  await slideTo(2000)
  expect(screen.getAllByText('$2,600.00')[0]).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: /Escribir otra cantidad/ }))
  const input = await screen.findByLabelText('Ingrese el importe del anticipo')
  await userEvent.type(input, '1500{Enter}')
  expect(input).toHaveAccessibleDescription(
    /Con una comisión de \$600\.00, el anticipo se puede pedir desde \$2,000\.00\./,
  )
  const dialog = within(screen.getByRole('dialog', { name: 'Ingreso' }))
  const nearest = dialog.getAllByRole('button', { name: /^Pedir/ }).map(({ textContent }) => textContent)
  expect(nearest).toEqual(['Pedir $1,000.00', 'Pedir $2,000.00'])
  await userEvent.click(dialog.getByRole('button', { name: 'Pedir $1,000.00' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: '$1,000.00. Escribir otra cantidad' })).toBeVisible()
})

test('explains that no advance is offered if the commission is too high for every amount', async () => {
  answerWith(answerMax(1000))
  openWorkerApp('/app/new-advance', pricedWorker({ commission: 50_000 }))
  expect(await screen.findByText('Por ahora no puedes pedir un anticipo')).toBeVisible()
  expect(
    screen.getByText(
      'Con una comisión de $500.00, el anticipo se puede pedir desde $1,666.67. Lo más que puedes pedir es $1,000.00.',
    ),
  ).toBeVisible()
})
