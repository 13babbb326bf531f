import { useRef, useState } from 'react'
import { useLoginForm } from '../../components/login-form.ts'
import { networkError } from '../../lib/api-error.ts'
import { type LoginValues, loginErrors } from '../../lib/login-errors.ts'
import { type ConsentName, consentNames, rememberedVersion } from '../legal/consent-memory.ts'
import type { ShownVersions } from './send-login.ts'

/** Loads the schemas and the API client; not to render the screen. */
const prepareLogin = () => import('./send-login.ts')

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

/** The versions beside the boxes. They load on the first focus of the form; after a failure the next focus tries again. */
function useShownVersions(names: readonly ConsentName[]) {
  const [shown, setShown] = useState<ShownVersions>({})
  const isLoading = useRef(false)
  const prepare = async () => {
    if (isLoading.current || names.every((name) => shown[name] !== undefined)) return
    isLoading.current = true
    try {
      const { loadVersions } = await prepareLogin()
      const loaded = await loadVersions(names)
      // A version that is on the screen stays: its box may be ticked.
      setShown((now) => ({ ...loaded, ...now }))
    } catch {
      // Without a network the sign-in says so.
    } finally {
      isLoading.current = false
    }
  }
  return { shown, setShown, prepare: () => void prepare() }
}

/** State of the worker's sign-in form: fields, consents to ask for, second step, and the last refusal. */
export function useWorkerLogin() {
  const { missingConsents, settle } = useMissingConsents()
  const { shown, setShown, prepare } = useShownVersions(missingConsents)
  const login = useLoginForm({
    empty,
    check: (values) => workerLoginErrors(values, missingConsents),
    incomplete: 'Formulario inválido',
    send: async (credentials, values) => {
      const { sendLogin } = await reachLogin()
      // A version that was not shown is not accepted: the app asks for it after the sign-in.
      const consents = missingConsents.flatMap((document) => {
        const version = shown[document]?.version
        return values[document] && version !== undefined ? [{ document, version }] : []
      })
      await sendLogin(credentials, consents)
      settle()
    },
    async correct(error) {
      const code = await prepareLogin().catch(() => null)
      const errors = code?.outdatedTexts(error) ?? null
      if (code === null || errors === null) return null
      const versions = await code.reloadVersions(missingConsents)
      setShown(versions)
      // A tick belongs to the version that was shown.
      const changed = missingConsents.filter((name) => versions[name]?.version !== shown[name]?.version)
      return { values: Object.fromEntries(changed.map((name) => [name, false])), errors }
    },
  })
  return { ...login, missingConsents, shown, prepare }
}
