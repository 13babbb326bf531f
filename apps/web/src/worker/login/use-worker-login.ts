import { useState } from 'react'
import { useLoginForm } from '../../components/login-form.ts'
import { networkError } from '../../lib/api-error.ts'
import { type LoginValues, loginErrors } from '../../lib/login-errors.ts'
import { type ConsentName, consentNames, rememberedVersion } from '../legal/consent-memory.ts'

/** Loads the schemas and the API client; called on the first focus of the form, not to render the screen. */
export const prepareLogin = () => import('./send-login.ts')

async function reachLogin() {
  try {
    return await prepareLogin()
  } catch {
    throw networkError()
  }
}

const isRemembered = (name: ConsentName) => rememberedVersion(name) !== null

/**
 * Consents to ask for: those never given in this browser. A newer version of an accepted text is asked for after the
 * sign-in, where the worker sees what changed.
 */
function useMissingConsents() {
  const listMissing = () => consentNames.filter((name) => !isRemembered(name))
  const [missingConsents, setMissingConsents] = useState(listMissing)
  return { missingConsents, settle: () => setMissingConsents(listMissing) }
}

interface WorkerLogin extends LoginValues, Record<ConsentName, boolean> {}

const empty: WorkerLogin = { email: '', password: '', code: '', terms: false, privacy: false }

/** Errors of the sign-in form by field, with those of the asked consents that are not given. */
export function workerLoginErrors(values: WorkerLogin, missingConsents: readonly ConsentName[]) {
  const isUnchecked = (name: ConsentName) => missingConsents.includes(name) && !values[name]
  return {
    ...loginErrors(values),
    ...(isUnchecked('terms') && { terms: 'Debes aceptar los términos y condiciones' }),
    ...(isUnchecked('privacy') && { privacy: 'Debes aceptar el aviso de privacidad' }),
  }
}

/** State of the worker's sign-in form: fields, consents to ask for, second step, and the last refusal. */
export function useWorkerLogin() {
  const { missingConsents, settle } = useMissingConsents()
  const login = useLoginForm({
    empty,
    check: (values) => workerLoginErrors(values, missingConsents),
    incomplete: 'Formulario inválido',
    send: async (credentials, values) => {
      const { sendLogin } = await reachLogin()
      await sendLogin(
        credentials,
        missingConsents.filter((name) => values[name]),
      )
      settle()
    },
  })
  return { ...login, missingConsents }
}
