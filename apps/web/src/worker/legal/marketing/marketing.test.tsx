import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { loanIn } from '../../../../test/contract.ts'
import { answerWith, buildPage, buildRefusal } from '../../../../test/server.ts'
import { openWorkerApp } from '../../../../test/worker-screen.tsx'
import { endSession } from '../../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const name = /^Acepto recibir publicidad/
const decision = (is_given: boolean, decided_at: string) => ({ is_given, wording_version: '1.0', decided_at })

/** Answers with a worker's decisions, which the calls change. */
function answerMarketing(isDown: () => boolean = () => false) {
  let marketing = { is_given: false, history: [] as object[] }
  return answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /loan': buildPage(),
    'GET /loan/123': loanIn('approved'),
    'GET /auth/consents': () => ({ consents: [], marketing }),
    'PUT /auth/marketing-consent': ({ body }: { body: { is_given: boolean } }) => {
      if (isDown()) return buildRefusal(500, 'server.error', 'Algo salió mal.')
      marketing = { is_given: body.is_given, history: [decision(body.is_given, '2026-11-20T16:00:00Z')] }
      return marketing
    },
  })
}

const sent = (calls: ReturnType<typeof answerWith>) =>
  calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)

test('the box on an offer is unchecked, and is stored apart from the signature', async () => {
  const calls = answerMarketing()
  openWorkerApp('/app/credit-detail/123')
  const box = await screen.findByRole('checkbox', { name })
  expect(box).not.toBeChecked()
  expect(await screen.findByRole('button', { name: 'Aceptar' })).toBeEnabled()
  await userEvent.click(box)
  expect(box).toBeChecked()
  await waitFor(() => expect(box).toBeEnabled())
  expect(sent(calls)).toEqual([{ is_given: true, wording_version: '1.0', place: 'signing' }])
  await userEvent.click(box)
  await waitFor(() => expect(sent(calls)).toHaveLength(2))
  expect(box).not.toBeChecked()
})

test('the switch in the settings turns back if it is not stored', async () => {
  let isDown = true
  const calls = answerMarketing(() => isDown)
  openWorkerApp('/app/notifications')
  const box = await screen.findByRole('switch', { name })
  await waitFor(() => expect(box).toBeEnabled())
  await userEvent.click(box)
  expect(await screen.findByText('No se pudo guardar el cambio.')).toBeVisible()
  await waitFor(() => expect(box).not.toBeChecked())
  isDown = false
  await userEvent.click(box)
  await waitFor(() => expect(box).toBeChecked())
  expect(sent(calls).at(-1)).toEqual({ is_given: true, wording_version: '1.0', place: 'settings' })
})

test('«Lo que aceptaste» lists when advertising was accepted and withdrawn', async () => {
  const history = [decision(false, '2026-11-21T16:00:00Z'), decision(true, '2026-11-20T16:00:00Z')]
  answerWith({
    'GET /notification/unread-count': { count: 0 },
    'GET /auth/consents': { consents: [], marketing: { is_given: false, history } },
  })
  openWorkerApp('/app/consents')
  expect(await screen.findByText('No la aceptas')).toBeVisible()
  expect(screen.getByText(/^La retiraste el 21 de noviembre de 2026/)).toBeVisible()
  expect(screen.getByText(/^La aceptaste el 20 de noviembre de 2026/)).toBeVisible()
})
