import { typedCodeProblem } from '@quincena/domain/sessions/typed-code'

export interface LoginValues {
  email: string
  password: string
  code: string
}

const longest = { email: 254, password: 128, code: 40 }

function textError(text: string, name: keyof LoginValues): string | undefined {
  if (text === '' && name !== 'code') return 'Campo requerido'
  return text.length > longest[name] ? `Máximo ${longest[name]} caracteres` : undefined
}

function emailError(email: string): string | undefined {
  const isAddress = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)
  return textError(email, 'email') ?? (isAddress ? undefined : 'Revisa tu correo: le falta algo.')
}

/**
 * Errors of the sign-in form by field. Repeats the rules and texts of the schema `loginBody` (a test compares them) and
 * checks the e-mail's shape, so that the first screen does not load the schemas.
 */
export function loginErrors(values: LoginValues): Partial<Record<keyof LoginValues, string>> {
  const loginProblems: [keyof LoginValues, string | undefined][] = [
    ['email', emailError(values.email.trim())],
    ['password', textError(values.password, 'password')],
    ['code', textError(values.code.trim(), 'code') ?? typedCodeProblem(values.code)],
  ]
  return Object.fromEntries(loginProblems.filter(([, error]) => error !== undefined))
}
