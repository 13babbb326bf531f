import { z } from 'zod'
import { id, idText, instant, required, typedPassword } from '../fields.ts'
import { consentInput } from '../legal/consent.ts'
import { channelChanges, channelPreferences } from '../notifications/topics.ts'
import { listQuery } from '../page.ts'
import { TEXT_LIMITS } from '../text-limits.ts'
import { user } from '../users/schema.ts'

const secret = (message: string) => typedPassword(message).min(1, message)

/**
 * How the caller keeps the session. With `cookie` the browser keeps the token where no script can read it, and the
 * answer has none.
 */
export const sessionPlace = z.literal('cookie').optional()

/** Body of `POST /auth/login`. It accepts any text as e-mail, so that every wrong sign-in has the same answer. */
export const loginBody = z.object({
  email: required('Campo requerido', TEXT_LIMITS.email),
  password: secret('Campo requerido'),
  code: z.string().trim().max(40, 'Máximo 40 caracteres').optional(),
  device: z.string().trim().max(200, 'Máximo 200 caracteres').optional(),
  consents: z.array(consentInput).max(10).optional(),
  /** True: a consent to a version that is not in force is answered 409; else it is left out, and the app asks again. */
  refuse_outdated: z.boolean().optional(),
  session: sessionPlace,
})
export type LoginBody = z.infer<typeof loginBody>

/**
 * True for the random number (32 hexadecimal digits) that identifies a browser; other clients may send a name instead.
 */
export const isDeviceNumber = (device: string) => /^[0-9a-f]{32}$/.test(device)

/** Answer of `POST /auth/login`: the user, the session's number and its token, which a session in a cookie leaves out. */
export const loginAnswer = user.extend({ token: z.string().optional(), session_id: id, expires_at: instant })
export type LoginAnswer = z.infer<typeof loginAnswer>

/** Body of `POST /auth/change-password`. `passwordErrors` checks the new password with the access configuration. */
export const changePasswordBody = z
  .object({
    current_password: secret('La contraseña actual no puede estar vacía.'),
    new_password: secret('La nueva contraseña no puede estar vacía.'),
    confirm_password: secret('La confirmación de la nueva contraseña no puede estar vacía.').optional(),
  })
  .refine(
    ({ new_password, confirm_password }) =>
      confirm_password === undefined || confirm_password === new_password,
    { error: 'Las contraseñas no coinciden.', path: ['confirm_password'] },
  )
export type ChangePasswordBody = z.infer<typeof changePasswordBody>

/** Body of `POST /auth/forgot-password`. */
export const forgotPasswordBody = z.object({
  email: required('Correo obligatorio', TEXT_LIMITS.email),
})

/** Body of `POST /auth/reset-password`; the token comes from the mailed link. */
export const resetPasswordBody = z.object({
  token: z.string('El enlace no es válido o ya venció.').min(1).max(200),
  password: secret('La nueva contraseña no puede estar vacía.'),
})

/** Body of `POST /auth/email-confirmation`: the six digits of the mailed code. */
export const emailConfirmationBody = z.object({
  code: z
    .string('Escribe el código de 6 dígitos')
    .trim()
    .regex(/^\d{6}$/, 'Escribe el código de 6 dígitos'),
})

/** An open session of the caller; `current` marks the one of this request. */
export const sessionRow = z.object({
  id,
  device: z.string().nullable(),
  ip: z.string().nullable(),
  created_at: instant,
  last_used_at: instant,
  current: z.boolean(),
})
export type SessionRow = z.infer<typeof sessionRow>

/** A sign-in attempt. */
export const loginHistoryRow = z.object({
  id,
  succeeded: z.boolean(),
  /** Why the attempt failed; null if it succeeded. */
  reason: z.enum(['wrong_password', 'wrong_code', 'wrong_passkey', 'wrong_identity']).nullable(),
  device: z.string().nullable(),
  ip: z.string().nullable(),
  created_at: instant,
})
export type LoginHistoryRow = z.infer<typeof loginHistoryRow>

/** Query of `GET /auth/login-history`. */
export const loginHistoryQuery = listQuery(['created_at']).extend({ user: idText.optional() })

/** A log entry that an app sends to the server. */
export const clientLogBody = z.object({
  action: z.string().trim().min(1).max(120),
  log_level: z.enum(['INFO', 'ERROR']),
  message: z.string().max(4000),
})
export type ClientLogBody = z.infer<typeof clientLogBody>

/** The toggles of the worker app: the first three are about security, the others about notifications. */
const toggles = z.object({
  login_history: z.boolean(),
  suspicious_activity: z.boolean(),
  device_verification: z.boolean(),
  request_status: z.boolean(),
  payment_reminder: z.boolean(),
  customer_service: z.boolean(),
  offers: z.boolean(),
  required_documentation: z.boolean(),
  security_messages: z.boolean(),
  policy_updates: z.boolean(),
})
/** The name of a toggle. */
export type Toggle = keyof z.infer<typeof toggles>

/** The toggles, and through which channels notifications of each topic leave the app. */
export const preferences = toggles.extend({ channels: channelPreferences })
export type Preferences = z.infer<typeof preferences>
export const preferencesBody = toggles.partial().extend({ channels: channelChanges.optional() })
export type PreferencesBody = z.infer<typeof preferencesBody>
