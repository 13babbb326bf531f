import { z } from 'zod'
import { always, day, digits, email, flag, id, optionalText, required, typedPassword } from '../fields.ts'
import { isCurpFormat } from '../mexico/curp.ts'
import { isRfcFormat } from '../mexico/rfc.ts'
import { isState } from '../mexico/states.ts'
import { positiveMoney } from '../money.ts'
import { TEXT_LIMITS } from '../text-limits.ts'
import { type BankData, bankDataProblems } from './rules.ts'
import { gender, userType } from './schema.ts'

const LETTERS = /^[\p{Script=Latin}\p{Mark} ]*$/u
/** Letters and spaces, with hyphens and apostrophes between letters: «Hernández-Villaseñor», «D'Angelo». */
const NAME = /^(?:[\p{Script=Latin}\p{Mark} ]|(?<=[\p{Script=Latin}\p{Mark}])['-](?=\p{Script=Latin}))*$/u

const personName = (subject: string) =>
  z
    .string(`${subject} debe tener al menos 2 caracteres`)
    .trim()
    .overwrite((text) => text.replace(/[’ʼ`´]/g, "'").replace(/[‐‑–]/g, '-'))
    .min(2, `${subject} debe tener al menos 2 caracteres`)
    .max(100, 'Máximo 100 caracteres')
    .regex(NAME, `${subject} solo debe contener letras y espacios`)

/** Like `required`, but an empty value does not stop the checks of the whole form. */
const filled = (message: string, limit: number) =>
  z.string(message).trim().min(1, message).max(limit, `Máximo ${limit} caracteres`)

const CURP = 'El CURP no tiene un formato válido. Ejemplo: ABCD901010HDFRLL08'
const RFC = 'El RFC no tiene un formato válido. Ejemplo: ABCD901010XXX'
const PHONE = 'El número debe tener exactamente 10 dígitos'

const personal = {
  ine: digits(13, 'El INE debe contener exactamente 13 dígitos numéricos'),
  curp: z.string(CURP).trim().toUpperCase().refine(isCurpFormat, CURP),
  rfc: z.string(RFC).trim().toUpperCase().refine(isRfcFormat, RFC),
  email: email('Revisa tu correo: le falta algo.'),
  zip_code: digits(5, 'El código postal debe tener 5 dígitos'),
  address: filled('El campo dirección es obligatorio', 250),
  neighborhood: filled('El campo colonia es obligatorio', 120),
  state: z.string('Seleccione un estado').refine(isState, 'Seleccione un estado'),
  gender,
  user_type: userType,
  position: filled('El puesto es obligatorio', 120),
  biweekly_salary: positiveMoney('El sueldo quincenal debe ser un número positivo'),
}

const city = optionalText(120).refine(
  (value) => LETTERS.test((value ?? '').replace(/[.,'-]/g, '')),
  'La ciudad solo debe contener letras y espacios',
)

/** Codec between a day or an empty text in the form, and a day or null. */
const birthday = z.codec(z.union([z.literal(''), day], 'Fecha inválida'), day.nullable(), {
  decode: (text) => text || null,
  encode: (value) => value ?? '',
})

const free = {
  birthday: birthday.nullish(),
  city,
  profile: optionalText(120),
  department: optionalText(120),
  company: id.nullish(),
  bank: z.string().trim().nullish(),
  debit_card_number: z.string().trim().nullish(),
  bank_account_number: z.string().trim().nullish(),
  is_staff: flag.optional(),
  is_onboarding_dismissed: flag.optional(),
}

/** A password. `passwordErrors` checks its length and character classes with the access configuration. */
const password = typedPassword().optional()

const newUserFields = z.object({
  ...personal,
  ...free,
  first_name: personName('Este campo'),
  last_name: personName('Este campo'),
  key: z
    .string('La clave debe ser alfanumérica en mayúsculas y máximo de 7 caracteres')
    .regex(/^[A-Z0-9]{1,7}$/, 'La clave debe ser alfanumérica en mayúsculas y máximo de 7 caracteres'),
  phone: digits(10, PHONE),
  email_confirm: z.string().trim().toLowerCase().optional(),
  password,
})

/** Error text for two different e-mail addresses. */
export const EMAIL_DIFFERS = 'El correo electrónico no coincide'

/**
 * Body of `POST /auth/users` and the form of a new user (specification: backoffice §5). A user without a password
 * receives an invitation by e-mail.
 */
export const userForm = newUserFields.superRefine((form, context) => {
  const issue = (path: string, message: string) => context.addIssue({ code: 'custom', message, path: [path] })
  if (form.email_confirm !== undefined && form.email_confirm !== form.email)
    issue('email_confirm', EMAIL_DIFFERS)
  if (form.user_type !== 'U2') return
  if (form.is_staff) issue('user_type', 'Seleccione un tipo de usuario válido')
  for (const { path, message } of bankDataProblems(form)) issue(path, message)
}, always)
export type UserForm = z.infer<typeof userForm>

const editFields = z.object({
  ...personal,
  ...free,
  first_name: personName('El nombre'),
  last_name: personName('El apellido'),
  phone: z
    .string(PHONE)
    .overwrite((text) => text.replace(/[^0-9]/g, '').slice(0, 10))
    .regex(/^[0-9]{10}$/, PHONE),
})

const MISSING_BANK: Required<BankData> = { bank: null, debit_card_number: null, bank_account_number: null }

/**
 * The form of an existing user: all fields except password and key. A worker (`user_type` U2) must have complete bank
 * data.
 */
export const userEditForm = editFields.superRefine((form, context) => {
  if (form.user_type !== 'U2') return
  for (const { path, message } of bankDataProblems({ ...MISSING_BANK, ...form }))
    context.addIssue({ code: 'custom', message, path: [path] })
}, always)

/**
 * Body of `PUT` and `PATCH /auth/user/{id}/update`: any part of the form. Derived flags are ignored. The server merges
 * the bank data with the stored data and then checks it with `bankDataProblems`.
 */
export const userPatch = editFields.partial().extend({
  /** The version that was edited; if the user has a newer one, nothing is saved. Without it the save overwrites. */
  version: z.int().positive().optional(),
  current_password: typedPassword().optional(),
})
export type UserPatch = z.infer<typeof userPatch>

/** The fields of their own data that workers may change without their password; the phone not while it gets codes that sign. */
export const WORKER_EDITABLE_FIELDS = [
  'phone',
  'address',
  'city',
  'state',
  'zip_code',
  'neighborhood',
  'is_onboarding_dismissed',
] as const
/** The fields of their own data that workers may change only with `current_password`. */
export const PASSWORD_GUARDED_FIELDS = ['email', 'bank', 'debit_card_number', 'bank_account_number'] as const

/** Body of `POST /auth/register`, with which an admin registers a staff user. */
export const registerBody = z
  .object({
    email: required('Correo obligatorio', TEXT_LIMITS.email).pipe(email('Correo no válido')),
    password: required('Contraseña obligatoria', TEXT_LIMITS.password),
    repeat_password: z.string().optional(),
    first_name: required('Nombre obligatorio', 100),
    last_name: required('Apellido obligatorio', 100),
    profile: optionalText(120),
    department: optionalText(120),
    position: optionalText(120),
    is_staff: flag.optional(),
    user_type: z.enum(['U0', 'U1'], 'Seleccione un tipo de usuario válido').optional(),
  })
  .refine((body) => body.repeat_password === undefined || body.repeat_password === body.password, {
    error: 'Las contraseñas no coinciden',
    path: ['repeat_password'],
    ...always,
  })
export type RegisterBody = z.infer<typeof registerBody>
