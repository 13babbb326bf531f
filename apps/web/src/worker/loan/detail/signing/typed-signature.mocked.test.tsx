import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerWith } from '../../../../../test/server.ts'
import {
  acceptCalls,
  answerAcceptance,
  basics,
  fakeLocation,
  openOffer,
  press,
  restoreFakes,
  signature,
} from '../../../../../test/signing.tsx'

vi.mock('../../../../components/signature-pad.tsx', async () => ({
  SignaturePad: (await import('../../../../../test/signing.tsx')).ButtonInsteadOfPad,
}))
vi.mock('../../../../components/draw-name.ts', async () => ({
  drawName: () => signature,
}))

beforeEach(fakeLocation)
afterEach(restoreFakes)

test('signs by keyboard with the typed name after an explicit confirmation', async () => {
  const calls = answerWith({ ...basics, 'POST /loan/123/accept': answerAcceptance('active', 200) })
  openOffer()
  await press('Aceptar')
  await press('Aceptar y compartir ubicación')
  await press('Firmar')
  await press('Firmar con mi nombre')
  const field = await screen.findByLabelText('Tu nombre completo')
  const next = () => screen.getByRole('button', { name: 'Continuar' })
  await userEvent.type(field, 'Juan Pérez')
  expect(screen.getByText('Escribe tu nombre como está en el contrato: María López.')).toBeVisible()
  expect(next()).toBeDisabled()
  expect(next().parentElement).toHaveAttribute('data-row', 'true')
  expect(next().parentElement).toContainElement(screen.getByRole('button', { name: 'Dibujar mi firma' }))
  await userEvent.clear(field)
  await userEvent.type(field, 'María')
  expect(screen.getByText('Escribe tu nombre como está en el contrato: María López.')).toBeVisible()
  await userEvent.type(field, ' lopez')
  expect(screen.getByText('Marca la casilla para continuar.')).toBeVisible()
  expect(next()).toBeDisabled()
  screen.getByRole('checkbox', { name: /^Confirmo que este nombre es mi firma/ }).focus()
  await userEvent.keyboard(' ')
  next().focus()
  await userEvent.keyboard('{Enter}')
  await press('Terminar')
  await vi.waitFor(() => expect(acceptCalls(calls)).toHaveLength(1), 10_000)
  const body = acceptCalls(calls)[0]?.body
  expect(body).toMatchObject({ signature, typed_name: 'María lopez' })
  expect(body).not.toHaveProperty('strokes')
})

test('returns to an empty pad, which has the focus', async () => {
  answerWith(basics)
  openOffer()
  await press('Aceptar')
  await press('Aceptar y compartir ubicación')
  await press('Firmar')
  await press('Firma de María López')
  await press('Firmar con mi nombre')
  await press('Dibujar mi firma')
  expect(await screen.findByRole('button', { name: 'Firma de María López' })).toHaveFocus()
  expect(screen.getByRole('button', { name: 'Continuar' })).toBeDisabled()
})
