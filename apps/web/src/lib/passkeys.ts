import type { PasskeyCreation, PasskeyRequest } from '@quincena/domain/sessions/passkeys'
import { ApiError } from './api-error.ts'

const texts: Record<string, string> = {
  InvalidStateError: 'Este dispositivo ya tiene una llave de acceso de tu cuenta.',
  SecurityError:
    'Las llaves de acceso no funcionan en esta dirección. Abre la página con su nombre, no con una dirección IP.',
}
const cancelledText = 'No se usó la llave de acceso. Intenta de nuevo.'

/** The browser's error (a cancelled prompt is one too) as an error to show. */
function passkeyError(error: unknown): ApiError {
  const name = error instanceof Error ? error.name : ''
  return new ApiError({ status: 422, code: 'passkey', detail: texts[name] ?? cancelledText })
}

/** Whether this browser has passkeys. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in window

/** Lets the browser make a passkey; fails with a Spanish text to show. */
export async function createPasskey(optionsJSON: PasskeyCreation) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw passkeyError(error)
  })
}

/** Lets the browser use a passkey of this site; fails with a Spanish text to show. */
export async function askPasskey(optionsJSON: PasskeyRequest) {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw passkeyError(error)
  })
}
