import type { User } from '@quincena/domain/users/schema'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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
  signature,
  signUpToTheEnd,
} from '../../../../../test/signing.tsx'
import { workerOf } from '../../../../../test/worker-screen.tsx'

vi.mock('../../../../components/signature-pad.tsx', async () => ({
  SignaturePad: (await import('../../../../../test/signing.tsx')).ButtonInsteadOfPad,
}))

beforeEach(fakeLocation)
afterEach(restoreFakes)

const detail = 'Antes de firmar, lee y acepta los textos legales vigentes.'
const legalOf = (document: string, version: string) => ({
  ...{ document, version, title: document, effective_date: '2026-11-15', sha256: 'c'.repeat(64) },
  sections: [{ heading: '1. Quiénes somos', paragraphs: [`Texto de la versión ${version}`] }],
})
/** User answer of the API. Its money fields are null, so it needs no conversion from centavos to pesos. */
const wireUser = (consents: User['consents']) => ({
  ...workerOf({ company: null, monthly_salary: null, biweekly_salary: null }),
  consents,
})

/** Fake API with new terms (version `published`) that the user has not accepted; their privacy consent is current. */
function startServer({ published = '3.0' } = {}) {
  const privacy = { document: 'privacy' as const, version: '2.0', accepted_at: '2026-01-01T12:00:00Z' }
  const state = { consents: [privacy] as User['consents'], version: published }
  const isCurrent = () => state.consents.some(({ version }) => version === state.version)
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => loanIn(acceptedNow() ? 'active' : 'approved'),
    'GET /auth/user': () => Response.json({ user: wireUser(state.consents) }),
    'GET /legal/terms': () => legalOf('terms', state.version),
    'GET /legal/privacy': legalOf('privacy', '2.0'),
    'GET /auth/consents': { consents: [] },
    'POST /auth/consents': ({ body }: { body: { consents: { document: 'terms'; version: string }[] } }) => {
      if (body.consents.some(({ version }) => version !== state.version))
        return buildRefusal(409, 'legal.version_outdated', 'El texto cambió. Léelo y acéptalo de nuevo.')
      const acceptedConsents = body.consents.map((one) => ({ ...one, accepted_at: '2026-11-15T18:00:00Z' }))
      state.consents = [privacy, ...acceptedConsents]
      return { consents: state.consents }
    },
    'POST /loan/123/accept': () =>
      isCurrent() ? answerAcceptance('active', 200)() : buildRefusal(409, 'consents_missing', detail),
  })
  const acceptedNow = () => isCurrent() && acceptCalls(calls).length > 1
  return { calls, state }
}

const findSheet = async () => within(await screen.findByRole('dialog', { name: 'Antes de seguir' }))

test('asks for the missing consent after consents_missing, then sends the same signature [E2.11]', async () => {
  const { calls } = startServer()
  const router = openOffer()
  await signUpToTheEnd()
  await press('Terminar')

  const sheet = await findSheet()
  expect(screen.getByText(`${detail} Tu firma se conserva.`)).toBeVisible()
  expect(sheet.getAllByRole('checkbox')).toHaveLength(1)
  await userEvent.click(sheet.getByRole('button', { name: 'términos y condiciones' }))
  expect(await sheet.findByText('Texto de la versión 3.0')).toBeVisible()
  await userEvent.click(sheet.getByRole('button', { name: 'Regresar' }))
  await userEvent.click(sheet.getByRole('checkbox', { name: 'Acepto los términos y condiciones' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Aceptar y continuar' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByText(`${detail} Tu firma se conserva.`)).toBeNull()
  expect(await screen.findByText('Listo. Toca «Terminar» para enviar tu firma.')).toBeVisible()
  expect(screen.getByRole('img', { name: 'Tu firma' }).getAttribute('src')).toBe(signature)
  await press('Terminar')
  await vi.waitFor(
    () => expect(router.state.location.pathname).toBe('/app/credit-request-approved/123'),
    10_000,
  )
  const [first, second] = acceptCalls(calls)
  expect(acceptCalls(calls)).toHaveLength(2)
  expect(second?.body).toEqual(first?.body)
})

test('asks for a confirmation when the sheet is closed, and keeps the signature', async () => {
  startServer()
  openOffer()
  await signUpToTheEnd()
  await press('Terminar')
  const sheet = await findSheet()
  const close = async () => userEvent.click(await screen.findByRole('button', { name: 'Cerrar' }))
  await userEvent.click(sheet.getByRole('button', { name: 'términos y condiciones' }))
  await sheet.findByText('Texto de la versión 3.0')
  await close()
  expect(await sheet.findByRole('checkbox')).toBeVisible()
  await close()
  const leaving = within(await screen.findByRole('dialog', { name: '¿Salir sin aceptar?' }))
  expect(leaving.getByRole('button', { name: 'Salir sin aceptar' })).toBeVisible()
  await userEvent.click(leaving.getByRole('button', { name: 'Volver a los textos' }))
  expect((await findSheet()).getByRole('checkbox')).toBeVisible()
  expect(screen.getByRole('img', { name: 'Tu firma', hidden: true }).getAttribute('src')).toBe(signature)
})

test('loads a text again and asks for it again if it changes while the sheet is open', async () => {
  const { calls, state } = startServer({ published: '2.9' })
  openOffer()
  await signUpToTheEnd()
  await press('Terminar')
  const sheet = await findSheet()
  const box = sheet.getByRole('checkbox', { name: 'Acepto los términos y condiciones' })
  const go = sheet.getByRole('button', { name: 'Aceptar y continuar' })
  await waitFor(() => expect(box).toBeEnabled())
  await userEvent.click(box)
  await waitFor(() => expect(go).toBeEnabled())
  state.version = '3.0'
  await userEvent.click(go)
  expect(await screen.findByText('El texto cambió. Léelo y acéptalo de nuevo.')).toBeVisible()
  await waitFor(() => expect(box).not.toBeChecked())
  await waitFor(() => expect(box).toBeEnabled())
  await userEvent.click(box)
  await waitFor(() => expect(go).toBeEnabled())
  await userEvent.click(go)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = calls
    .filter(({ method, path }) => method === 'POST' && path === '/auth/consents')
    .map(({ body }) => body)
  expect(sent).toEqual([
    { consents: [{ document: 'terms', version: '2.9' }] },
    { consents: [{ document: 'terms', version: '3.0' }] },
  ])
})
