import type { AccountCheck } from '@quincena/domain/accounts/verification-schema'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loanIn } from '../../../../../test/contract.ts'
import { answerWith, buildRefusal } from '../../../../../test/server.ts'
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
afterEach(restoreFakes)

const check: AccountCheck = {
  ...{ id: 5, state: 'pending', source: null, is_accepted: false, obstacle: 'verifying', holder: null },
  ...{ requested_at: '2026-11-20T16:00:00Z', decided_at: null },
}
const verified: AccountCheck = {
  ...{ ...check, state: 'verified', source: 'centavo', obstacle: null },
  ...{ holder: 'M••• L•••', decided_at: '2026-11-20T16:00:05Z' },
}
const mismatch: AccountCheck = { ...check, state: 'mismatch', source: 'centavo', obstacle: 'mismatch' }
const verifying = () => buildRefusal(409, 'account.verifying', 'Estamos confirmando tu cuenta con tu banco.')
const waiting = 'Estamos confirmando tu cuenta con tu banco'

test('waits for the bank after the signature and goes on by itself once the account is confirmed', async () => {
  let account_check = check
  let state: 'approved' | 'active' = 'approved'
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => ({ ...loanIn(state), account_check }),
    'POST /loan/123/accept': () => {
      if (account_check.obstacle !== null) return verifying()
      state = 'active'
      return answerAcceptance(state, 200)()
    },
  })
  const router = openOffer()
  await signUpToTheEnd()
  await press('Terminar')
  expect(await screen.findByRole('heading', { name: waiting })).toBeVisible()
  expect(acceptCalls(calls)).toHaveLength(0)
  account_check = verified
  await vi.waitFor(
    () => expect(router.state.location.pathname).toBe('/app/credit-request-approved/123'),
    10_000,
  )
  expect(acceptCalls(calls)).toHaveLength(1)
})

test('sends the same signature again after the server refused it because of the account', async () => {
  let account_check = verified
  let state: 'approved' | 'active' = 'approved'
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => ({ ...loanIn(state), account_check }),
    'POST /loan/123/accept': () => {
      if (acceptCalls(calls).length > 1) {
        state = 'active'
        return answerAcceptance(state, 200)()
      }
      account_check = check
      return verifying()
    },
  })
  openOffer()
  await signUpToTheEnd()
  await press('Terminar')
  expect(await screen.findByRole('heading', { name: waiting })).toBeVisible()
  account_check = verified
  await vi.waitFor(() => expect(acceptCalls(calls)).toHaveLength(2), 10_000)
  expect(acceptCalls(calls)[1]?.body).toEqual(acceptCalls(calls)[0]?.body)
})

test('returns to the offer with the reason when the bank names somebody else', async () => {
  let account_check = check
  answerWith({
    ...basics,
    'GET /loan/123': () => ({ ...loanIn('approved'), account_check }),
    'POST /loan/123/accept': verifying,
  })
  openOffer()
  await signUpToTheEnd()
  await press('Terminar')
  await screen.findByRole('heading', { name: waiting })
  account_check = mismatch
  expect(await screen.findByRole('button', { name: 'Aceptar' }, { timeout: 10_000 })).toBeDisabled()
  expect(screen.getAllByText(/la cuenta no está a tu nombre/).length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: 'Revisar mi cuenta' })).toBeVisible()
})

test('shows on the offer that the bank confirmed the account, with the masked holder', async () => {
  answerWith({ ...basics, 'GET /loan/123': { ...loanIn('approved'), account_check: verified } })
  openOffer()
  expect(await screen.findByText(/Confirmada con tu banco el 20 de noviembre/)).toBeVisible()
  expect(screen.getByText('A nombre de M••• L•••')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Aceptar' })).toBeEnabled()
})

test('says on the offer that the data wait for a confirmation, before anything is signed', async () => {
  answerWith({ ...basics, 'GET /loan/123': { ...loanIn('approved'), worker_unconfirmed: true } })
  openOffer()
  expect(await screen.findByText(/Estamos confirmando tus datos. Tu oferta sigue aquí/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Aceptar' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Rechazar' })).toBeEnabled()
})
