import type { LoanState } from '@quincena/domain/loans/rules'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useImperativeHandle, useRef } from 'react'
import { expect, vi } from 'vitest'
import type { SignaturePad } from '../src/components/signature-pad.tsx'
import { endSession } from '../src/lib/session.ts'
import { loanIn, order, payload, sha256 } from './contract.ts'
import { type answerWith, buildPage } from './server.ts'
import { openWorkerApp } from './worker-screen.tsx'

export const signature = 'data:image/png;base64,iVBORw0KGgo='

/** Replaces the signature pad by a button, because jsdom has no canvas. */
export function ButtonInsteadOfPad({
  ref,
  name,
  onSigned,
  hasFirstFocus,
}: Parameters<typeof SignaturePad>[0]) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (hasFirstFocus) button.current?.focus()
  }, [hasFirstFocus])
  const strokes = [[{ x: 1, y: 2, time: 3, pressure: 0.5 }]]
  useImperativeHandle(ref, () => ({
    toPng: () => signature,
    strokes: () => strokes,
    clear: () => undefined,
  }))
  return (
    <button ref={button} type="button" onClick={() => onSigned(true)}>
      Firma de {name}
    </button>
  )
}

export class NoPosition {
  readonly TIMEOUT = 3
  readonly code: number
  constructor(code: number) {
    this.code = code
  }
}

type Locate = Geolocation['getCurrentPosition']
const locate: Locate = (report) =>
  report({
    coords: {
      latitude: 19.43,
      longitude: -99.13,
      accuracy: 12,
      altitude: null,
      altitudeAccuracy: null,
      heading: null,
      speed: null,
      toJSON: () => null,
    },
    timestamp: 0,
    toJSON: () => null,
  })

export const locateBy = (getCurrentPosition: Locate) =>
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition } })

/** Fakes an available location. Call before each test. */
export function fakeLocation() {
  vi.stubGlobal('GeolocationPositionError', NoPosition)
  locateBy(locate)
}

/** Ends the session and removes the fakes. Call after each test. */
export function restoreFakes() {
  endSession()
  vi.unstubAllGlobals()
}

const contract = () => new Response('%PDF-1.4', { headers: { ETag: `"${sha256}"` } })
/** The answer of an acceptance: the loan in a state and its STP order, with an HTTP status. */
export const answerAcceptance = (state: LoanState, status: number) => () =>
  Response.json({ loan: loanIn(state), order, contract: null }, { status })

/** The answers of the API that a signing needs before the acceptance. */
export const basics = {
  'GET /loan/123': loanIn('approved'),
  'POST /contract/123': contract,
  'GET /loan/get-loan-contract-payload/123': payload,
  'GET /loan': buildPage(),
}

export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
export const openOffer = () => openWorkerApp('/app/credit-detail/123')

/** Goes from the offer to the last step, where «Terminar» sends the signature. */
export async function signUpToTheEnd() {
  await press('Aceptar')
  await press('Aceptar y compartir ubicación')
  expect(await screen.findByText('Entre quiénes')).toBeVisible()
  await press('Firmar')
  await press('Firma de María López')
  await press('Continuar')
}

export const acceptCalls = (calls: ReturnType<typeof answerWith>) =>
  calls.filter(({ path }) => path.endsWith('/accept'))
