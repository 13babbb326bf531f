import { type SyntheticEvent, useEffect, useState } from 'react'
import { errorText } from '../lib/api-error.ts'
import type { LoginValues } from '../lib/login-errors.ts'
import { secondStep } from '../lib/second-step.ts'
import { sessionEndedText } from '../lib/session.ts'
import { toast, withdrawToast } from './toast.tsx'

type Errors<Values> = Partial<Record<keyof Values, string>>

interface LoginFormOptions<Values extends LoginValues> {
  empty: Values
  /** The errors of the fields, in the order of the screen. */
  check: (values: Values) => Errors<Values>
  /** The message about a form with errors. */
  incomplete: string
  /** Signs in; `code` is left out before the second step. */
  send: (credentials: { email: string; password: string; code?: string }, values: Values) => Promise<unknown>
  /** What a refusal changes in the form, with the errors to show; null: nothing. */
  correct?: (error: unknown) => Promise<{ values: Partial<Values>; errors: Errors<Values> } | null>
}

function useFields<Values extends LoginValues>(empty: Values, check: LoginFormOptions<Values>['check']) {
  const [values, setValues] = useState(empty)
  const [errors, setErrors] = useState<Errors<Values>>({})
  const change = <Name extends keyof Values>(name: Name, value: Values[Name]) => {
    const next = { ...values, [name]: value }
    setValues(next)
    // An e-mail is incomplete while it is typed, so its first error is shown when the field loses the focus.
    const isUnderWay = name === 'email' && next.email !== '' && errors.email === undefined
    if (!isUnderWay) setErrors({ ...errors, [name]: check(next)[name] })
  }
  const checkField = (name: keyof LoginValues) => {
    if (values[name] !== '') setErrors({ ...errors, [name]: check(values)[name] })
  }
  const validate = () => {
    const loginProblems = check(values)
    setErrors(loginProblems)
    const [first] = Object.keys(loginProblems)
    if (first !== undefined) document.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
    return first === undefined
  }
  const inputProps = (name: keyof LoginValues) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) =>
      change(name, event.currentTarget.value as never),
    onBlur: () => checkField(name),
  })
  const replace = (others: Partial<Values>) => setValues((now) => ({ ...now, ...others }))
  const fail = (loginProblems: Errors<Values>) => setErrors({ ...errors, ...loginProblems })
  return { values, errors, change, replace, validate, fail, inputProps }
}

/** State of a sign-in form: fields, second step, and the refusal of the last attempt. */
export function useLoginForm<Values extends LoginValues>(options: LoginFormOptions<Values>) {
  const { empty, check, incomplete, send, correct } = options
  const form = useFields(empty, check)
  const [refusal, setRefusal] = useState(sessionEndedText)
  const [hasCode, setHasCode] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => () => withdrawToast(incomplete), [incomplete])
  const refuse = async (error: unknown) => {
    const correction = (await correct?.(error)) ?? null
    if (correction !== null) {
      form.replace(correction.values)
      form.fail(correction.errors)
    }
    const { step, problem } = secondStep(error, hasCode)
    if (step) setHasCode(true)
    if (problem !== null) form.fail({ code: problem } as Errors<Values>)
    setRefusal(step || problem !== null ? null : errorText(error))
  }
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    if (!form.validate()) return toast.error(incomplete)
    const { email, password, code } = form.values
    setRefusal(null)
    setIsBusy(true)
    void send({ email, password, ...(hasCode && { code }) }, form.values)
      .catch(refuse)
      .finally(() => setIsBusy(false))
  }
  const back = () => {
    setRefusal(null)
    setHasCode(false)
  }
  return { form, refusal, hasCode, back, isBusy, submit }
}
