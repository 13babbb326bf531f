import type { LoanState } from '@quincena/domain/loans/rules'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loanIn, sha256 } from '../../../../../test/contract.ts'
import { answerWith, buildRefusal } from '../../../../../test/server.ts'
import {
  acceptCalls,
  answerAcceptance,
  basics,
  fakeLocation,
  locateBy,
  NoPosition,
  openOffer,
  press,
  restoreFakes,
  signature,
  signUpToTheEnd,
} from '../../../../../test/signing.tsx'
import { openWorkerApp } from '../../../../../test/worker-screen.tsx'

vi.mock('../../../../components/signature-pad.tsx', async () => ({
  SignaturePad: (await import('../../../../../test/signing.tsx')).ButtonInsteadOfPad,
}))

beforeEach(fakeLocation)
afterEach(restoreFakes)

test('sends one acceptance after reading, signing and confirming, and opens the approved screen', async () => {
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
  expect(screen.getByText('BBVA México')).toBeVisible()
  expect(screen.getByText('4321')).toBeVisible()
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Terminar' }))
  await vi.waitFor(
    () => expect(router.state.location.pathname).toBe('/app/credit-request-approved/123'),
    10_000,
  )
  expect(await screen.findByText('El dinero ha sido enviado.')).toBeVisible()
  expect(acceptCalls(calls)).toHaveLength(1)
  expect(acceptCalls(calls)[0]?.body).toEqual({
    signature,
    strokes: [{ points: [{ x: 1, y: 2, time: 3, pressure: 0.5 }] }],
    latitude: 19.43,
    longitude: -99.13,
    accuracy: 12,
    contract_sha256: sha256,
  })
})

test('does not load the contract if the worker refuses to share the location [E4.5]', async () => {
  const calls = answerWith(basics)
  openOffer()
  await press('Aceptar')
  const sheet = within(await screen.findByRole('dialog', { name: 'Permiso de ubicación' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Cancelar' }))
  expect(
    await screen.findByText('Cancelaste la autorización de ubicación. No puedes continuar con el proceso.'),
  ).toBeVisible()
  expect(calls.some(({ path }) => path === '/contract/123')).toBe(false)
})

test('does not load the contract if the device has no location [E4.5 E9.10]', async () => {
  const calls = answerWith(basics)
  locateBy((_found, failed) => Reflect.apply(failed ?? vi.fn(), null, [new NoPosition(1)]))
  openOffer()
  await press('Aceptar')
  await press('Aceptar y compartir ubicación')
  expect(await screen.findByRole('dialog', { name: 'Ubicación no disponible' })).toBeVisible()
  expect(
    screen.getByText('No pudimos obtener tu ubicación. No es posible aceptar la solicitud sin este permiso.'),
  ).toBeVisible()
  expect(calls.some(({ path }) => path === '/contract/123')).toBe(false)
})

test('shows the payout steps and no accept button while the outcome is unknown [E4.9]', async () => {
  let state: LoanState = 'approved'
  answerWith({
    ...basics,
    'GET /loan/123': () => loanIn(state),
    'POST /loan/123/accept': () => {
      state = 'disbursing'
      return answerAcceptance(state, 202)()
    },
  })
  openOffer()
  await signUpToTheEnd()
  await press('Terminar')
  expect(await screen.findByText(/^Estamos enviando tu dinero\. Puedes cerrar la app/)).toBeVisible()
  expect(screen.getByRole('list', { name: 'El camino de tu dinero' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Aceptar' })).toBeNull()
})

test('opens the approved screen without a second acceptance if the answer was lost but the loan is active [E4.9]', async () => {
  let state: LoanState = 'approved'
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => loanIn(state),
    'POST /loan/123/accept': () => {
      state = 'active'
      return new Response('Bad gateway', { status: 502 })
    },
  })
  const router = openOffer()
  await signUpToTheEnd()
  await press('Terminar')
  await vi.waitFor(
    () => expect(router.state.location.pathname).toBe('/app/credit-request-approved/123'),
    10_000,
  )
  expect(await screen.findByText('El dinero ha sido enviado.')).toBeVisible()
  expect(acceptCalls(calls)).toHaveLength(1)
})

test('the last step has its actions in a row, and says below them what «Terminar» does', async () => {
  answerWith(basics)
  openOffer()
  await signUpToTheEnd()
  const bar = (await screen.findByRole('button', { name: 'Terminar' })).parentElement
  expect(bar).toHaveAttribute('data-row', 'true')
  expect([...(bar?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    ...['Terminar', 'Firmar otra vez', 'Al tocar Terminar firmas y enviamos $12,000.00.'],
  ])
})

test('ends the signing if the offer expires during it', async () => {
  let state: LoanState = 'approved'
  answerWith({
    ...basics,
    'GET /loan/123': () => loanIn(state),
    'POST /loan/123/accept': () => buildRefusal(503, 'payouts.paused', 'En pausa'),
  })
  openOffer()
  await signUpToTheEnd()
  state = 'expired'
  await press('Terminar')
  expect(await screen.findByText('La oferta venció')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Terminar' })).toBeNull()
})

test.each([
  ['GET /loan/get-loan-contract-payload/123', 'Error obteniendo el payload del contrato'],
  ['POST /contract/123', /^Error al generar el contrato/],
])(
  '§8 shows an error and disables signing if %s fails, until a retry succeeds [E4.7 E8.4]',
  async (call, text) => {
    const brokenAnswers: Record<string, unknown> = {
      ...basics,
      'POST /auth/logs': new Response(null, { status: 204 }),
    }
    brokenAnswers[call] = buildRefusal(500, 'server.error', 'Algo salió mal.')
    const calls = answerWith(brokenAnswers)
    openOffer()
    await press('Aceptar')
    await press('Aceptar y compartir ubicación')
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Firmar' })).toBeDisabled()
    expect(
      calls.some(({ path, body }) => path === '/auth/logs' && /contrato/.test(JSON.stringify(body))),
    ).toBe(true)
    Object.assign(brokenAnswers, basics)
    await press('Reintentar')
    await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Firmar' })).toBeEnabled(), 10_000)
  },
)

test.each([
  ['credit', 'Error actualizando el crédito'],
  ['advance', 'Error actualizando el adelanto'],
] as const)('§8 shows an error if declining a %s fails, and allows a retry [E8.6]', async (type, text) => {
  const loan = { ...loanIn('approved'), type }
  answerWith({
    ...basics,
    'GET /loan/123': loan,
    'PATCH /loan/123': buildRefusal(500, 'server.error', 'Algo'),
  })
  openWorkerApp(type === 'credit' ? '/app/credit-detail/123' : '/app/anticipation-detail/123')
  await press('Rechazar')
  const sheet = within(await screen.findByRole('dialog', { name: /¿Rechazar este/ }))
  await userEvent.click(sheet.getByRole('button', { name: 'Rechazar' }))
  expect(await screen.findByText(text)).toBeVisible()
  expect(sheet.getByRole('button', { name: 'Rechazar' })).toBeEnabled()
})

test('fetches the contract again and shows it before signing if it changed', async () => {
  const calls = answerWith({
    ...basics,
    'POST /loan/123/accept': () =>
      buildRefusal(409, 'contract_changed', 'El contrato cambió. Revísalo y fírmalo de nuevo.'),
  })
  openOffer()
  await signUpToTheEnd()
  await press('Terminar')
  expect(await screen.findByText('El contrato cambió. Revísalo y fírmalo de nuevo.')).toBeVisible()
  expect(await screen.findByText('Entre quiénes')).toBeVisible()
  await vi.waitFor(() => expect(calls.filter(({ path }) => path === '/contract/123')).toHaveLength(2), 10_000)
})

/** Goes offline and online, and waits until the loan is fetched again. */
async function comeBackOnline(calls: ReturnType<typeof answerWith>) {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const countLoanCalls = () => calls.filter(({ path }) => path === '/loan/123').length
  const before = countLoanCalls()
  act(() => void window.dispatchEvent(new Event('offline')))
  online.mockRestore()
  act(() => void window.dispatchEvent(new Event('online')))
  await vi.waitFor(() => expect(countLoanCalls()).toBe(before + 1), 10_000)
}

test('sends the hash of the contract that was read, even if a refetch would return a new one [E4.7]', async () => {
  let [hash, state]: [string, LoanState] = [sha256, 'approved']
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => loanIn(state),
    'POST /contract/123': () => new Response('%PDF-1.4', { headers: { ETag: `"${hash}"` } }),
    'POST /loan/123/accept': ({ body }: { body: { contract_sha256: string } }) => {
      if (body.contract_sha256 !== hash) return buildRefusal(409, 'contract_changed', 'El contrato cambió.')
      state = 'active'
      return answerAcceptance(state, 200)()
    },
  })
  const router = openOffer()
  await press('Aceptar')
  await press('Aceptar y compartir ubicación')
  const sign = await screen.findByRole('button', { name: 'Firmar' })
  await vi.waitFor(() => expect(sign).toBeEnabled(), 10_000)
  hash = 'b'.repeat(64)
  await comeBackOnline(calls)
  await userEvent.click(sign)
  await press('Firma de María López')
  await press('Continuar')
  await comeBackOnline(calls)
  await press('Terminar')
  expect(await screen.findByText('El contrato cambió.')).toBeVisible()
  await press('Firmar')
  await press('Firma de María López')
  await press('Continuar')
  await press('Terminar')
  await vi.waitFor(
    () => expect(router.state.location.pathname).toBe('/app/credit-request-approved/123'),
    10_000,
  )
  expect(
    acceptCalls(calls).map(({ body }) => body),
    'each signature with the contract that was read before it',
  ).toMatchObject([{ contract_sha256: sha256 }, { contract_sha256: hash }])
})

test('requires a new signature after the contract is read again [E4.7]', async () => {
  answerWith(basics)
  const router = openOffer()
  await signUpToTheEnd()
  expect(await screen.findByRole('button', { name: 'Terminar' })).toBeVisible()
  const goTo = (paso: 'contrato' | 'confirmar') =>
    act(() => router.navigate({ to: '/app/credit-detail/$id', params: { id: 123 }, search: { paso } }))
  await goTo('contrato')
  await press('Firmar')
  expect(await screen.findByRole('button', { name: 'Firma de María López' })).toBeVisible()
  await goTo('confirmar')
  expect(screen.getByRole('button', { name: 'Firma de María López' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Terminar' })).toBeNull()
})

test('shows the offer again with the reason if the transfer is refused [E4.8 E8.7]', async () => {
  answerWith({
    ...basics,
    'POST /loan/123/accept': () =>
      buildRefusal(422, 'transfer.refused', 'Ocurrió un error con la transacción.'),
  })
  openOffer()
  await signUpToTheEnd()
  await press('Terminar')
  expect((await screen.findByRole('alert')).textContent).toBe('Ocurrió un error con la transacción.')
  expect(screen.getByRole('button', { name: 'Aceptar' })).toBeVisible()
})

test('keeps the signature while payouts are paused and sends it again with the same key', async () => {
  let isPaused = true
  let state: LoanState = 'approved'
  const text = 'Los envíos de dinero están en pausa. Intenta de nuevo más tarde.'
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => loanIn(state),
    'POST /loan/123/accept': () => {
      if (isPaused) return buildRefusal(503, 'payouts.paused', text)
      state = 'active'
      return answerAcceptance(state, 200)()
    },
  })
  const router = openOffer()
  await signUpToTheEnd()
  await press('Terminar')
  expect(await screen.findByText(text)).toBeVisible()
  isPaused = false
  await press('Intentar de nuevo')
  await vi.waitFor(
    () => expect(router.state.location.pathname).toBe('/app/credit-request-approved/123'),
    10_000,
  )
  const keys = acceptCalls(calls).map(({ headers }) => headers.get('Idempotency-Key'))
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
})

test('starts at the offer after a reload during the signing [E4.9]', async () => {
  answerWith(basics)
  openWorkerApp('/app/credit-detail/123?paso=firma')
  expect(await screen.findByText('Tu crédito está aprobado. ¿Lo aceptas?')).toBeVisible()
})

test('declines the offer after a confirmation [E4.10]', async () => {
  const calls = answerWith({ ...basics, 'PATCH /loan/123': loanIn('declined') })
  const router = openOffer()
  await press('Rechazar')
  const sheet = within(await screen.findByRole('dialog', { name: '¿Rechazar este crédito?' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Rechazar' }))
  expect(await screen.findByText('Solicitud rechazada correctamente')).toBeVisible()
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ status: 'REJ' })
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/app/requests'), 10_000)
})
