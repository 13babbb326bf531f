import type { LoanState } from '@quincena/domain/loans/rules'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loanIn, sha256 } from '../../../../../test/contract.ts'
import { answerWith, buildFieldRefusal, buildRefusal } from '../../../../../test/server.ts'
import {
  acceptCalls,
  answerAcceptance,
  basics,
  fakeLocation,
  openOffer,
  press,
  restoreFakes,
  signUpToTheEnd,
} from '../../../../../test/signing.tsx'

vi.mock('../../../../components/signature-pad.tsx', async () => ({
  SignaturePad: (await import('../../../../../test/signing.tsx')).ButtonInsteadOfPad,
}))

beforeEach(fakeLocation)
afterEach(() => {
  restoreFakes()
  vi.useRealTimers()
})

const sent = {
  ...{ channel: 'mail', address: 'm***@ejemplo.mx', tries: 5 },
  ...{ sent_at: '2026-11-20T16:00:00Z', expires_at: '2026-11-20T16:10:00Z' },
}
const offer = (state: LoanState = 'approved') => ({ ...loanIn(state), signing_code: 'mail' })
const field = () => screen.findByRole('textbox', { name: 'Código para firmar' })
const codeCalls = (calls: ReturnType<typeof answerWith>) =>
  calls.filter(({ path }) => path.endsWith('/signing-code'))

const wrong = () => buildFieldRefusal(422, 'signing_code', 'El código no es correcto. Te quedan 4 intentos.')

async function openCodeStep() {
  openOffer()
  await signUpToTheEnd()
  await press('Continuar')
  return field()
}

test('sends a code once for the contract that was read, and the signature with the pasted code', async () => {
  let state: LoanState = 'approved'
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => offer(state),
    'POST /loan/123/signing-code': sent,
    'POST /loan/123/accept': () => {
      state = 'active'
      return answerAcceptance(state, 200)()
    },
  })
  const input = await openCodeStep()
  expect(await screen.findByText('Te enviamos un código a m***@ejemplo.mx.')).toHaveAttribute(
    'role',
    'status',
  )
  expect(input).toHaveAttribute('autocomplete', 'one-time-code')
  expect(input).toHaveAttribute('inputmode', 'numeric')
  expect(codeCalls(calls).map(({ body }) => body)).toEqual([{ contract_sha256: sha256 }])
  await userEvent.click(input)
  await userEvent.paste('123 456')
  await press('Terminar')
  await vi.waitFor(() => expect(acceptCalls(calls)).toHaveLength(1), 10_000)
  expect(acceptCalls(calls)[0]?.body).toMatchObject({ signing_code: '123456', contract_sha256: sha256 })
  expect(codeCalls(calls)).toHaveLength(1)
})

test('a refused code stays as it was typed, with its error, and keeps the signature', async () => {
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => offer(),
    'POST /loan/123/signing-code': sent,
    'POST /loan/123/accept': wrong,
  })
  const input = await openCodeStep()
  await userEvent.type(input, '12345')
  await press('Terminar')
  expect(await screen.findByText('Escribe el código de 6 dígitos')).toBeVisible()
  expect(acceptCalls(calls)).toHaveLength(0)
  await userEvent.type(await field(), '6')
  await press('Terminar')
  expect(await screen.findByText('El código no es correcto. Te quedan 4 intentos.')).toBeVisible()
  expect(await field()).toHaveValue('123456')
  expect(await field()).toHaveFocus()
  expect(codeCalls(calls), 'no new code by itself').toHaveLength(1)
  expect(localStorage.getItem('quincena.signatures')).not.toBeNull()
})

test('offers another code after 30 s, which empties the field', async () => {
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => offer(),
    'POST /loan/123/signing-code': sent,
  })
  const input = await openCodeStep()
  await userEvent.type(input, '99')
  const resend = await screen.findByRole('button', { name: /^Enviar otro código en \d+ s$/ })
  expect(resend).toBeDisabled()
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 30_000)
  await vi.waitFor(() => expect(resend).toBeEnabled(), 10_000)
  vi.restoreAllMocks()
  await press('Enviar otro código')
  expect(await screen.findByText('Te enviamos otro código a m***@ejemplo.mx.')).toBeVisible()
  expect(await field()).toHaveValue('')
  expect(codeCalls(calls)).toHaveLength(2)
})

test('shows why no code was sent, with a button to try again', async () => {
  const text = 'No pudimos enviarte el código. Intenta de nuevo en un momento.'
  let isDown = true
  answerWith({
    ...basics,
    'GET /loan/123': () => offer(),
    'POST /loan/123/signing-code': () =>
      isDown ? buildRefusal(503, 'signing_code.not_sent', text) : Response.json(sent),
  })
  await openCodeStep()
  expect(await screen.findByText(text)).toBeVisible()
  isDown = false
  await press('Enviar código')
  expect(await screen.findByText('Te enviamos un código a m***@ejemplo.mx.')).toBeVisible()
  expect(screen.queryByText(text)).toBeNull()
})

test('asks for the code if the lender turned it on since the offer was opened', async () => {
  let has_code = false
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => (has_code ? offer() : loanIn('approved')),
    'POST /loan/123/signing-code': sent,
    'POST /loan/123/accept': () => {
      has_code = true
      return buildRefusal(422, 'signing_code.required', 'Escribe el código que te enviamos.')
    },
  })
  openOffer()
  await signUpToTheEnd()
  await press('Terminar')
  expect(await field()).toBeVisible()
  expect(codeCalls(calls)).toHaveLength(1)
})

test('reads the new contract if it changed before the code was sent', async () => {
  const text = 'El contrato cambió. Revísalo y fírmalo de nuevo.'
  answerWith({
    ...basics,
    'GET /loan/123': () => offer(),
    'POST /loan/123/signing-code': () => buildRefusal(409, 'contract_changed', text),
  })
  openOffer()
  await signUpToTheEnd()
  await press('Continuar')
  expect(await screen.findByText(text)).toBeVisible()
  expect(await screen.findByText('Entre quiénes')).toBeVisible()
})
