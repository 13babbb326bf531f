import { type SyntheticEvent, useEffect, useState } from 'react'
import { toast, withdrawToast } from '../../components/toast.tsx'
import { errorText, networkError } from '../../lib/api-error.ts'
import { secondStep } from '../../lib/second-step.ts'
import { sessionEndedText } from '../../lib/session.ts'
import { type ConsentName, consentNames, rememberedVersion } from '../legal/consent-memory.ts'
import { type LoginErrors, type LoginValues, loginErrors } from './login-errors.ts'

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

async function isOutdated(name: ConsentName): Promise<boolean> {
  const { versionInForce } = await prepareLogin()
  const version = await versionInForce(name)
  return version !== null && version !== rememberedVersion(name)
}

/** Consents to ask for: those not stored in this browser, or stored for an older version. */
function useMissingConsents() {
  const [missingConsents, setMissingConsents] = useState(() =>
    consentNames.filter((name) => !isRemembered(name)),
  )
  useEffect(() => {
    const check = async () => {
      const rememberedNames = consentNames.filter(isRemembered)
      const outdated = await Promise.all(
        rememberedNames.map(async (name) => ((await isOutdated(name)) ? [name] : [])),
      )
      if (outdated.flat().length > 0)
        setMissingConsents(
          consentNames.filter((name) => !isRemembered(name) || outdated.flat().includes(name)),
        )
    }
    check().catch(() => undefined) // offline: the stored consents count until the server can be asked
  }, [])
  return {
    missingConsents,
    settle: () => setMissingConsents(consentNames.filter((name) => !isRemembered(name))),
  }
}

const incomplete = 'Formulario inválido'

const empty: LoginValues = { email: '', password: '', code: '', terms: false, privacy: false }

function useFields(missingConsents: readonly ConsentName[]) {
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<LoginErrors>({})
  const change = <Name extends keyof LoginValues>(name: Name, value: LoginValues[Name]) => {
    const next = { ...values, [name]: value }
    setValues(next)
    // An e-mail is incomplete while it is typed, so its first error is shown when the field loses the focus.
    const isUnderWay = name === 'email' && value !== '' && errors.email === undefined
    if (!isUnderWay) setErrors({ ...errors, [name]: loginErrors(next, missingConsents)[name] })
  }
  const checkField = (name: 'email' | 'password' | 'code') => {
    if (values[name] !== '') setErrors({ ...errors, [name]: loginErrors(values, missingConsents)[name] })
  }
  const validate = () => {
    const loginProblems = loginErrors(values, missingConsents)
    setErrors(loginProblems)
    const [first] = Object.keys(loginProblems)
    if (first !== undefined) document.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    return first === undefined
  }
  const inputProps = (name: 'email' | 'password' | 'code') => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => change(name, event.currentTarget.value),
    onBlur: () => checkField(name),
  })
  const fail = (loginProblems: LoginErrors) => setErrors({ ...errors, ...loginProblems })
  return { values, errors, change, validate, fail, inputProps }
}

/** State of the sign-in form: fields, consents to ask for, second step, and the refusal of the last attempt. */
export function useWorkerLogin() {
  const { missingConsents, settle } = useMissingConsents()
  const form = useFields(missingConsents)
  const [refusal, setRefusal] = useState(sessionEndedText)
  const [hasCode, setHasCode] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => () => withdrawToast(incomplete), [])
  const send = async () => {
    const { email, password, code } = form.values
    const givenConsents = missingConsents.filter((name) => form.values[name])
    const { sendLogin } = await reachLogin()
    await sendLogin({ email, password, ...(hasCode && { code }) }, givenConsents)
    settle()
  }
  const refuse = (error: unknown) => {
    const { step, problem } = secondStep(error, hasCode)
    if (step) setHasCode(true)
    if (problem !== null) form.fail({ code: problem })
    setRefusal(step || problem !== null ? null : errorText(error))
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!form.validate()) return toast.error(incomplete)
    setRefusal(null)
    setIsBusy(true)
    void send()
      .catch(refuse)
      .finally(() => setIsBusy(false))
  }
  const back = () => {
    setRefusal(null)
    setHasCode(false)
  }
  return { form, missingConsents, refusal, hasCode, back, isBusy, submit }
}
