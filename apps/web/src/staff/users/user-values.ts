import { pesos } from '@quincena/domain/money'
import { type PasswordConfig, passwordErrors, passwordRulesOf } from '@quincena/domain/sessions/access-config'
import { EMAIL_DIFFERS, userEditForm, userForm } from '@quincena/domain/users/forms'
import type { User } from '@quincena/domain/users/schema'
import { z } from 'zod'

const textFields = [
  ...(['first_name', 'last_name', 'key', 'email', 'birthday'] as const),
  ...(['address', 'neighborhood', 'city', 'state', 'zip_code'] as const),
  ...(['ine', 'curp', 'rfc', 'phone'] as const),
  ...(['gender', 'position'] as const),
  ...(['bank', 'debit_card_number', 'bank_account_number'] as const),
] as const

type TextField =
  | (typeof textFields)[number]
  | 'email_confirm'
  | 'password'
  | 'current_password'
  | 'user_type'
  | 'company'

/** Values of both forms as typed; a text is empty when nothing is typed. */
export type UserValues = Record<TextField, string> & {
  /** Pesos. */
  biweekly_salary: string | number
  is_staff: boolean
}

export type FormKind = 'new' | 'edit'

/** Bank shown for staff, who receive no payouts. */
export const noBank = 'N-A'

/** Empty form; `U2` as the type for a manager, who can add workers only. */
export function emptyValues(user_type: '' | 'U2'): UserValues {
  const texts = Object.fromEntries(textFields.map((field) => [field, ''])) as Record<TextField, string> // rest below
  return {
    ...texts,
    email_confirm: '',
    password: '',
    current_password: '',
    user_type,
    company: '',
    biweekly_salary: '',
    is_staff: false,
  }
}

/** Converts a user to form values. */
export function valuesOf(user: User): UserValues {
  const values = emptyValues('')
  for (const field of textFields) values[field] = user[field] ?? ''
  const salary = user.biweekly_salary
  return {
    ...values,
    email_confirm: values.email,
    user_type: user.user_type,
    bank: user.user_type === 'U2' ? (user.bank ?? '') : noBank,
    company: user.company === null ? '' : String(user.company.id),
    biweekly_salary: salary === null ? '' : pesos(salary),
    is_staff: user.is_staff,
  }
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** The biweekly salary in pesos; undefined when the field is empty or holds no number. */
export function typedSalary({ biweekly_salary }: Pick<UserValues, 'biweekly_salary'>): number | undefined {
  if (biweekly_salary === '') return undefined
  const number = Number(biweekly_salary)
  return Number.isNaN(number) ? undefined : number
}

/** Converts form values to the wire shape. */
export function bodyOf(kind: FormKind, values: UserValues) {
  const { email_confirm, password, current_password: _, key, is_staff, ...rest } = values
  const isWorker = values.user_type === 'U2'
  const own = kind === 'new' ? { key, email_confirm, password: password || undefined } : { is_staff }
  return {
    ...rest,
    ...own,
    birthday: orNull(values.birthday),
    city: orNull(values.city),
    company: values.company === '' ? null : Number(values.company),
    biweekly_salary: typedSalary(values),
    bank: isWorker ? values.bank : null,
    debit_card_number: isWorker ? values.debit_card_number : null,
    bank_account_number: isWorker ? values.bank_account_number : null,
  }
}

/** Returns the fields that differ from the initial values, so that saving does not overwrite other users' changes. */
export function changesOf(values: UserValues, initial: UserValues): Record<string, unknown> {
  const before = new Map<string, unknown>(Object.entries(bodyOf('edit', initial)))
  const after = Object.entries(bodyOf('edit', values))
  return Object.fromEntries(after.filter(([field, value]) => before.get(field) !== value))
}

const normalizeEmail = (email: string) => email.trim().toLowerCase()

/** True if the values change the address with which the user signs in. */
export const changesEmail = (values: UserValues, initial: UserValues) =>
  normalizeEmail(values.email) !== normalizeEmail(initial.email)

interface Form {
  kind: FormKind
  /** The signed-in user edits their own data. */
  isOwn: boolean
  initial: UserValues
  passwordRules: PasswordConfig | undefined
}

const isStaffType = (user_type: string) => user_type === 'U0' || user_type === 'U1'

function passwordProblem(values: UserValues, { kind, passwordRules }: Form): string | undefined {
  if (kind === 'edit' || values.password === '' || passwordRules === undefined) return undefined
  const missingRules = passwordErrors(
    values.password,
    passwordRulesOf(passwordRules, isStaffType(values.user_type) ? 'U1' : 'U2'),
  )
  return missingRules.length === 0 ? undefined : missingRules.join('. ')
}

/** Staff may lack data that workers must have: a field that was empty before may stay empty. */
export function mayStayEmpty(
  values: UserValues,
  { kind, initial }: Pick<Form, 'kind' | 'initial'>,
  field: string,
): boolean {
  if (kind === 'new' || values.user_type === 'U2' || initial.user_type === 'U2') return false
  return new Map<string, unknown>(Object.entries(initial)).get(field) === ''
}

const isNeverFilled = (values: UserValues, form: Form, field: string) =>
  new Map<string, unknown>(Object.entries(values)).get(field) === '' && mayStayEmpty(values, form, field)

/** Checks the confirmation of an existing user's e-mail here, because it is not sent. */
function registrationProblem({ email, email_confirm }: UserValues, { kind }: Form): string | undefined {
  return kind === 'edit' && normalizeEmail(email_confirm) !== normalizeEmail(email)
    ? EMAIL_DIFFERS
    : undefined
}

function ownPasswordProblem(values: UserValues, { isOwn, initial }: Form): string | undefined {
  const isMissing = isOwn && changesEmail(values, initial) && values.current_password === ''
  return isMissing ? 'Escribe tu contraseña para cambiar tu correo.' : undefined
}

/** Problems beyond the server's schema: the password rules, the own password and the confirmation of the e-mail. */
function ownProblems(values: UserValues, form: Form) {
  const own = {
    email_confirm: registrationProblem(values, form),
    password: passwordProblem(values, form),
    current_password: ownPasswordProblem(values, form),
  }
  return Object.entries(own).flatMap(([field, message]) => (message ? [{ path: [field], message }] : []))
}

/** Schema of the form's values: the rules and texts of the server's schema (backoffice §5), and those of this form. */
export const schemaOf = (form: Form) =>
  z.custom<UserValues>().superRefine((values, context) => {
    const schema = form.kind === 'new' ? userForm : userEditForm
    const issues = schema.safeParse(bodyOf(form.kind, values)).error?.issues ?? []
    const shownIssues = issues.filter(({ path }) => !isNeverFilled(values, form, String(path[0])))
    for (const { path, message } of [...ownProblems(values, form), ...shownIssues])
      context.addIssue({ code: 'custom', path, message })
  })
