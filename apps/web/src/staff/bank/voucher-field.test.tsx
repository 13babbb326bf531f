import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { proofAnswers, uploadedVoucher, uploadVoucher, voucherFile } from '../../../test/bank.ts'
import { modelCredit } from '../../../test/model-credit.ts'
import { previewOf } from '../../../test/preview.ts'
import { answerWith, buildFieldRefusal, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const basics = {
  'GET /notification/unread-count': { count: 0 },
  ...proofAnswers,
  'GET /loan/123': modelCredit(),
  'GET /loan/123/payment-preview': previewOf(113_185),
}
const dropLabel = 'Suelta aquí el comprobante o elígelo'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

/** Opens the form of a new payment with a reference: only the voucher is missing. */
async function openForm() {
  openStaffApp('/detalle-credito/123?tab=pagos')
  await userEvent.click(await screen.findByRole('button', { name: 'Nuevo pago' }))
  const form = within(await screen.findByRole('dialog', { name: 'Nuevo pago' }))
  await userEvent.type(form.getByLabelText(/Referencia/), 'NOM-24')
  return form
}

type Form = Awaited<ReturnType<typeof openForm>>

const send = (form: Form) => userEvent.click(form.getByRole('button', { name: 'Registrar pago' }))

test('a form without a voucher focuses the field and says what is missing', async () => {
  const calls = answerWith(basics)
  const form = await openForm()
  await send(form)
  const field = within(form.getByRole('group', { name: /Comprobante/ }))
  expect(field.getByRole('alert')).toHaveTextContent('Sube el comprobante')
  const input = field.getByLabelText(dropLabel)
  await vi.waitFor(() => expect(input).toHaveFocus())
  expect(input).toHaveAccessibleDescription('Sube el comprobante del pago.')
  expect(input).toHaveAttribute('aria-invalid', 'true')
  expect(calls.some(({ path }) => path === '/loan/payment')).toBe(false)
})

test('an upload says that it runs and that it is ready, and can be cancelled', async () => {
  const waiting: (() => void)[] = []
  answerWith({
    ...basics,
    'POST /loan/payment-vouchers': async () => {
      await new Promise<void>((open) => waiting.push(open))
      return uploadedVoucher
    },
  })
  const form = await openForm()
  await userEvent.upload(form.getByLabelText(dropLabel), voucherFile)
  const field = within(form.getByRole('group', { name: /Comprobante/ }))
  await vi.waitFor(() => expect(field.getByRole('status')).toHaveTextContent('Subiendo ficha.pdf'))
  await send(form)
  expect(field.getByRole('alert')).toHaveTextContent('Espera a que termine de subir.')
  await userEvent.click(field.getByRole('button', { name: 'Cancelar la subida de ficha.pdf' }))
  expect(field.getByLabelText(dropLabel)).toHaveFocus()
  for (const open of waiting.splice(0)) open()
  await userEvent.upload(field.getByLabelText(dropLabel), voucherFile)
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  expect(field.queryByRole('button', { name: /^Quitar/ })).toBeNull()
  for (const open of waiting) open()
  await vi.waitFor(() => expect(field.getByRole('status')).toHaveTextContent('ficha.pdf está listo'))
  await userEvent.click(field.getByRole('button', { name: 'Quitar ficha.pdf' }))
  expect(field.getByLabelText(dropLabel)).toHaveFocus()
  expect(field.getByRole('status')).toBeEmptyDOMElement()
})

test.each([
  ['another kind of file', new File(['x'], 'ficha.txt', { type: 'text/plain' }), /PDF/],
  [
    'a file above 10 MB',
    new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'ficha.pdf', { type: 'application/pdf' }),
    /10 MB/,
  ],
] as const)('%s is refused at the field and not uploaded', async (_, file, text) => {
  const calls = answerWith(basics)
  const form = await openForm()
  await userEvent.upload(form.getByLabelText(dropLabel), file, { applyAccept: false })
  expect(await form.findByRole('alert')).toHaveTextContent(text)
  expect(calls.some(({ path }) => path === '/loan/payment-vouchers')).toBe(false)
})

test('a file that the server refuses shows its text, and another file takes its place', async () => {
  let answer: unknown = buildRefusal(422, 'voucher.wrong_type', 'El archivo no es un PDF ni una imagen.')
  answerWith({ ...basics, 'POST /loan/payment-vouchers': () => answer })
  const form = await openForm()
  await userEvent.upload(form.getByLabelText(dropLabel), voucherFile)
  expect(await form.findByRole('alert')).toHaveTextContent('El archivo no es un PDF ni una imagen.')
  answer = uploadedVoucher
  await uploadVoucher(form)
  expect(form.queryByRole('alert')).toBeNull()
})

test('a refused form keeps the upload and shows a refusal of the voucher at its field', async () => {
  const text = 'Ese comprobante ya está en otro pago.'
  const calls = answerWith({ ...basics, 'POST /loan/payment': buildFieldRefusal(409, 'voucher', text) })
  const form = await openForm()
  await uploadVoucher(form)
  await form.findByText(/cubren el pago/)
  await send(form)
  const field = within(form.getByRole('group', { name: /Comprobante/ }))
  await vi.waitFor(() => expect(field.getByRole('alert')).toHaveTextContent(text))
  await vi.waitFor(() => expect(field.getByRole('button', { name: 'Quitar ficha.pdf' })).toHaveFocus())
  expect(calls.filter(({ path }) => path === '/loan/payment-vouchers')).toHaveLength(1)
})
