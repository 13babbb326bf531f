import type { LoanState } from '@quincena/domain/loans/rules'
import { createBrowserHistory } from '@tanstack/react-router'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loanIn } from '../../../../../test/contract.ts'
import { answerWith, buildPage, buildRefusal } from '../../../../../test/server.ts'
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
import { openWorkerApp, workerOf } from '../../../../../test/worker-screen.tsx'

vi.mock('../../../../components/signature-pad.tsx', async () => ({
  SignaturePad: (await import('../../../../../test/signing.tsx')).ButtonInsteadOfPad,
}))

beforeEach(fakeLocation)
afterEach(() => {
  restoreFakes()
  vi.restoreAllMocks()
})

function goOffline() {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  return () => {
    onLine.mockRestore()
    act(() => void window.dispatchEvent(new Event('online')))
  }
}

const keyOf = ({ headers }: { headers: Headers }) => headers.get('Idempotency-Key')

test('offline the signature stays, nothing reads «Firmado», and it is sent with the next tap when online', async () => {
  let state: LoanState = 'approved'
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => loanIn(state),
    'POST /loan/123/accept': () => {
      state = 'active'
      return answerAcceptance(state, 200)()
    },
  })
  const router = openOffer()
  await signUpToTheEnd()
  const goOnline = goOffline()
  expect(await screen.findByText(/^Sin conexión\. Tu firma sigue aquí, en este teléfono/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Terminar' })).toBeDisabled()
  expect(screen.queryByText(/Firmado|Enviado/)).toBeNull()
  goOnline()
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Terminar' })).toBeEnabled(), 10_000)
  expect(acceptCalls(calls), 'not sent by itself').toHaveLength(0)
  await press('Terminar')
  await vi.waitFor(
    () => expect(router.state.location.pathname).toBe('/app/credit-request-approved/123'),
    10_000,
  )
  expect(acceptCalls(calls)).toHaveLength(1)
  expect(localStorage.getItem('quincena.signatures')).toBeNull()
})

test('while the signature is sent, the first step is «Firmando…» and none is done', async () => {
  answerWith({ ...basics, 'POST /loan/123/accept': () => new Promise(() => undefined) })
  openOffer()
  await signUpToTheEnd()
  await press('Terminar')
  expect(await screen.findByText('Firmando…')).toBeVisible()
  expect(screen.queryByText('Firmado')).toBeNull()
})

test('a signature survives a closed tab during the sending, and is sent with the same key after a confirmation', async () => {
  let state: LoanState = 'approved'
  let isDown = true
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => loanIn(state),
    'POST /loan/123/accept': () => {
      if (isDown) return new Promise(() => undefined)
      state = 'active'
      return answerAcceptance(state, 200)()
    },
  })
  openOffer()
  await signUpToTheEnd()
  await press('Terminar')
  await vi.waitFor(() => expect(acceptCalls(calls)).toHaveLength(1), 10_000)
  cleanup()
  isDown = false
  const router = openOffer()
  await press('Revisar y confirmar')
  expect(await screen.findByRole('img', { name: 'Tu firma' })).toBeVisible()
  expect(acceptCalls(calls), 'only after the confirmation').toHaveLength(1)
  await press('Terminar')
  await vi.waitFor(
    () => expect(router.state.location.pathname).toBe('/app/credit-request-approved/123'),
    10_000,
  )
  const [first, second] = acceptCalls(calls)
  if (first === undefined || second === undefined) throw new Error('2 calls expected')
  expect(keyOf(second)).toBe(keyOf(first))
  expect(second.body).toEqual(first.body)
  expect(localStorage.getItem('quincena.signatures')).toBeNull()
})

test('forgets the signature if the loan was accepted meanwhile, and does not show it to another user', async () => {
  let state: LoanState = 'approved'
  answerWith({ ...basics, 'GET /loan/123': () => loanIn(state) })
  openOffer()
  await signUpToTheEnd()
  cleanup()
  openWorkerApp('/app/credit-detail/123', workerOf({ id: 99 }))
  expect(await screen.findByRole('button', { name: 'Aceptar' })).toBeVisible()
  expect(screen.queryByText('Tu firma sigue aquí')).toBeNull()
  cleanup()
  state = 'disbursing'
  openOffer()
  expect(await screen.findByText(/^Estamos enviando tu dinero\. Puedes cerrar la app/)).toBeVisible()
  await vi.waitFor(() => expect(localStorage.getItem('quincena.signatures')).toBeNull(), 10_000)
})

test('forgets the signature if the contract changed meanwhile, and shows the new contract', async () => {
  const text = 'El contrato cambió. Revísalo y fírmalo de nuevo.'
  answerWith({ ...basics, 'POST /loan/123/accept': () => buildRefusal(409, 'contract_changed', text) })
  openOffer()
  await signUpToTheEnd()
  cleanup()
  openOffer()
  await press('Revisar y confirmar')
  await press('Terminar')
  expect(await screen.findByText(text)).toBeVisible()
  expect(await screen.findByText('Entre quiénes')).toBeVisible()
  expect(localStorage.getItem('quincena.signatures')).toBeNull()
})

test('says that the signature is lost with the screen if the phone cannot keep it', async () => {
  answerWith(basics)
  openOffer()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  await signUpToTheEnd()
  const goOnline = goOffline()
  expect(await screen.findByText(/no pudimos guardarla: no cierres esta pantalla/)).toBeVisible()
  goOnline()
})

test('one step back from the approved screen reaches the screen before the offer', async () => {
  let state: LoanState = 'approved'
  answerWith({
    ...basics,
    'GET /loan': () => buildPage(),
    'GET /loan/123': () => loanIn(state),
    'POST /loan/123/accept': () => {
      state = 'active'
      return answerAcceptance(state, 200)()
    },
  })
  const history = createBrowserHistory()
  history.replace('/app/requests')
  history.flush()
  const router = openWorkerApp('/app/requests', workerOf(), history)
  expect(await screen.findByText('No hay solicitudes')).toBeVisible()
  const entries = window.history.length
  await act(() => router.navigate({ to: '/app/credit-detail/$id', params: { id: 123 } }))
  await signUpToTheEnd()
  act(() => window.history.back())
  expect(await screen.findByRole('button', { name: 'Firma de María López' })).toBeVisible()
  await press('Firma de María López')
  await press('Continuar')
  await press('Terminar')
  const at = (path: string) => vi.waitFor(() => expect(router.state.location.pathname).toBe(path), 10_000)
  await at('/app/credit-request-approved/123')
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Terminar' })).toBeNull(), 10_000)
  expect(window.history.length).toBe(entries + 1)
  act(() => window.history.back())
  await at('/app/requests')
  history.destroy()
})
