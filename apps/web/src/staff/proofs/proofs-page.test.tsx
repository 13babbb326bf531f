import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { proofAnswers, proofOf, rejectedProof, uploadedVoucher, uploadVoucher } from '../../../test/bank.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const list = 'GET /treasury/payment-proofs'
const path = '/tesoreria/por-comprobar'
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /loan/payment-vouchers/x/file': () => new Response('jpeg', { status: 200 }),
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

type Calls = ReturnType<typeof answerWith>

function answer(more: object): Calls {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
  return answerWith({ ...basics, ...more })
}

/** The query of the last call of the list. */
const queryIn = (calls: Calls) =>
  Object.fromEntries(calls.findLast((call) => call.path === '/treasury/payment-proofs')?.query ?? [])

async function openDialog(id = 45) {
  openStaffApp(`${path}?pago=${id}`)
  return within(await screen.findByRole('dialog', { name: 'Comprobación del pago' }))
}

test('lists what waits, oldest first: who, how much, where, what is missing, how old and whose', async () => {
  const calls = answer({ [list]: buildPage(proofOf({ owner: { id: 9, name: 'Rosa Peña' } })) })
  openStaffApp(path)
  const row = within(await screen.findByRole('row', { name: /María López/ }))
  for (const text of ['$1,100.00', '15/12/2026', 'BBVA concentradora', 'Depósito · FOLIO-77'])
    expect(row.getByText(text)).toBeVisible()
  for (const text of ['Lo confirma otra persona', 'Gabriela Núñez', 'Rosa Peña'])
    expect(row.getByText(text)).toBeVisible()
  expect(row.getByRole('link', { name: 'C-000123' })).toHaveAttribute(
    'href',
    expect.stringContaining('/detalle-credito/123?tab=pagos'),
  )
  const usual = { page: '1', page_size: '20', state: 'pending', ordering: 'created_at' }
  expect(queryIn(calls)).toEqual(usual)
})

test('filters by state, searches and sorts on the server, with an empty text for each', async () => {
  const calls = answer({ [list]: buildPage() })
  openStaffApp(path)
  expect(await screen.findByText('Todos los pagos están comprobados')).toBeVisible()
  await userEvent.click(screen.getByRole('radio', { name: 'Atrasados' }))
  expect(await screen.findByText('Ningún pago espera más de lo debido')).toBeVisible()
  expect(queryIn(calls)).toMatchObject({ state: 'pending', late: 'true' })
  await userEvent.click(screen.getByRole('radio', { name: 'Comprobados' }))
  expect(await screen.findByText('Aún no hay pagos comprobados por una persona')).toBeVisible()
  expect(queryIn(calls)).toMatchObject({ state: 'confirmed', ordering: '-created_at' })
  expect(queryIn(calls)).not.toHaveProperty('late')
  await userEvent.type(screen.getByRole('searchbox'), 'FOLIO-77')
  expect(await screen.findByText('Ningún pago coincide con tu búsqueda')).toBeVisible()
  await vi.waitFor(() => expect(queryIn(calls)).toMatchObject({ search: 'FOLIO-77' }))
})

test('shows an error of the list with a retry', async () => {
  let body: unknown = buildRefusal(500, 'server.error', 'Algo salió mal.')
  answer({ [list]: () => body })
  openStaffApp(path)
  expect(await screen.findByText('Error al cargar los pagos.')).toBeVisible()
  body = buildPage(proofOf())
  await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  expect(await screen.findByRole('row', { name: /María López/ })).toBeVisible()
})

test('opens a payment by keyboard with its facts, its voucher and the request that waits', async () => {
  answer({ [list]: buildPage(proofOf()) })
  const router = openStaffApp(path)
  const row = await screen.findByRole('row', { name: /María López/ })
  within(row)
    .getByRole('link', { name: /María López/ })
    .focus()
  await userEvent.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Comprobación del pago' }))
  expect(await dialog.findByRole('img', { name: 'ficha.jpg' })).toBeVisible()
  for (const text of ['María López · C-000123', 'FOLIO-77', 'Gabriela Núñez'])
    expect(dialog.getByText(text)).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Pedir confirmación' })).toBeNull()
  expect(dialog.getByRole('link', { name: 'Ver la autorización' })).toHaveAttribute(
    'href',
    expect.stringContaining('/autorizaciones?autorizacion=40'),
  )
  expect(router.state.location.search).toEqual({ pago: 45 })
})

test('asks for the confirmation of a voucher whose request was withdrawn', async () => {
  let approval: number | null = null
  const calls = answer({
    [list]: () => buildPage(proofOf({ approval })),
    'POST /treasury/payment-proofs/45/voucher': () => {
      approval = 41
      return new Response(null, { status: 204 })
    },
  })
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Pedir confirmación' }))
  expect(await dialog.findByRole('link', { name: 'Ver la autorización' })).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ voucher: uploadedVoucher.voucher })
})

test('says why a voucher was rejected, and sends another one; a refused one is kept', async () => {
  let proof = rejectedProof()
  let refusal: Response | null = buildRefusal(
    409,
    'payment.proof_settled',
    'Ese pago ya no está por comprobar.',
  )
  const calls = answer({
    ...proofAnswers,
    [list]: () => buildPage(proof),
    'POST /treasury/payment-proofs/45/voucher': () => {
      if (refusal !== null) return refusal
      proof = proofOf()
      return new Response(null, { status: 204 })
    },
  })
  const dialog = await openDialog()
  expect(await dialog.findByText('«El depósito no existe»')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar otro comprobante' }))
  const form = within(dialog.getByRole('form', { name: 'Enviar comprobante' }))
  await userEvent.click(form.getByRole('button', { name: 'Enviar comprobante' }))
  expect(form.getByText('Elige el comprobante')).toBeVisible()
  await uploadVoucher(form)
  await userEvent.click(form.getByRole('button', { name: 'Enviar comprobante' }))
  expect(await form.findByText('Ese pago ya no está por comprobar.')).toBeVisible()
  expect(form.getByRole('button', { name: 'Quitar ficha.pdf' })).toBeVisible()
  refusal = null
  await userEvent.click(form.getByRole('button', { name: 'Enviar comprobante' }))
  expect(await screen.findByText('Comprobante enviado. Lo confirma otra persona.')).toBeVisible()
  expect(await dialog.findByText('Lo confirma otra persona')).toBeVisible()
  const sent = calls.findLast((call) => call.path === '/treasury/payment-proofs/45/voucher')
  expect(sent?.body).toEqual({ voucher: uploadedVoucher.voucher })
})

test('a payment that is proved or cancelled shows its voucher and asks for nothing', async () => {
  answer({
    [list]: buildPage(
      proofOf({
        proof: 'confirmed',
        proof_by: 'Rosa Peña',
        proof_at: '2026-12-16T18:00:00Z',
        approval: null,
      }),
    ),
  })
  const dialog = await openDialog()
  expect(await dialog.findByText('Rosa Peña · 16/12/2026 - 12:00')).toBeVisible()
  expect(dialog.queryByRole('button', { name: /comprobante$/ })).toBeNull()
})

test('a voucher or a payment that does not load shows its error with a retry', async () => {
  let file: unknown = buildRefusal(404, 'voucher.not_found', 'No encontramos ese comprobante.')
  answer({ [list]: buildPage(proofOf()), 'GET /loan/payment-vouchers/x/file': () => file })
  const dialog = await openDialog()
  expect(await dialog.findByText('No pudimos mostrar el comprobante')).toBeVisible()
  file = new Response('jpeg', { status: 200 })
  await userEvent.click(dialog.getByRole('button', { name: 'Reintentar' }))
  expect(await dialog.findByRole('img', { name: 'ficha.jpg' })).toBeVisible()
})
