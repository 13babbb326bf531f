import type { codeForm } from '@quincena/domain/sessions/factors'
import { oidcCodeBody, oidcLoginBody, oidcStart } from '@quincena/domain/sessions/oidc'
import type { User } from '@quincena/domain/users/schema'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { deviceNumber } from '../../lib/device.ts'
import { retryLogout } from '../../lib/pending-logouts.ts'
import { cookieAnswer, readSession } from '../../lib/sign-in.ts'
import { withErrorText } from '../../lib/with-error-text.ts'
import { openStaffSession } from './sign-in-staff.ts'

/** What the provider adds to the address of the page that it returns to. */
export interface ProviderReturn {
  code: string
  state: string
  iss?: string
}

/** Leaves this page for the provider's. */
export async function visitProvider(): Promise<void> {
  const { url } = await withErrorText(
    api.post(oidcStart, '/auth/oidc-login/start'),
    'No se pudo abrir la página de tu empresa.',
  )
  window.location.assign(url)
}

/** Signs staff in with what the provider returned; `code_required` (401) asks for `finishWithCode`. */
export async function signInWithProvider(returned: ProviderReturn): Promise<User> {
  await retryLogout()
  const body = z.encode(oidcLoginBody, { ...returned, device: deviceNumber(), session: 'cookie' })
  return openStaffSession(readSession(await api.post(cookieAnswer, '/auth/oidc-login', { body })))
}

/** Finishes the sign-in of this browser with a code of the own second factor. */
export async function finishWithCode({ code }: z.output<typeof codeForm>): Promise<User> {
  const body = z.encode(oidcCodeBody, { code, device: deviceNumber(), session: 'cookie' })
  return openStaffSession(readSession(await api.post(cookieAnswer, '/auth/oidc-login/code', { body })))
}
