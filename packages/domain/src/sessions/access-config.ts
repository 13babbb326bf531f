import { z } from 'zod'
import type { UserType } from '../users/schema.ts'

const WHOLE = 'Debe ser un número entero'
const between = (min: number, max: number) =>
  z
    .int(WHOLE)
    .min(min, `El mínimo es ${min}`)
    .max(max, `El máximo es ${max.toLocaleString('es-MX')}`)
const days = between(0, 3650)

/** The longest lock of an account after too many failed attempts, in minutes; the first lasts one minute. */
export const LOCK_MINUTES = 15

/** The rules of a new password: minimum length in characters and, with `advancedStructure`, required classes. */
export const passwordConfig = z.object({
  passwordLength: between(6, 64),
  advancedStructure: z.boolean(),
  lowercase: z.boolean(),
  uppercase: z.boolean(),
  numbers: z.boolean(),
  specialChars: z.boolean(),
})
export type PasswordConfig = z.infer<typeof passwordConfig>

/** The system access configuration (specification: backoffice §3). In the fields in days, 0 means never. */
export const accessConfig = passwordConfig.extend({
  id: z.int().positive(),
  /** Number of times the configuration was saved; 0 while the defaults apply. */
  version: z.int().nonnegative(),
  attemptsBeforeLock: between(1, 100),
  /** Minutes without activity after which a session ends. */
  systemIdleTime: between(1, 1440),
  daysToDisable: days,
  daysToRenewPassword: days,
  daysToNotifyExpiration: days,
})
export type AccessConfig = z.infer<typeof accessConfig>

const classKeys = ['lowercase', 'uppercase', 'numbers', 'specialChars'] as const

/**
 * Body that saves the configuration. The expiry warning must come before the expiry, and an advanced structure must
 * require at least one class of characters.
 */
export const accessConfigBody = accessConfig
  .omit({ id: true })
  // `version` is the version that the caller edited. If the stored one differs, the server saves nothing and answers
  // 409.
  .extend({ version: accessConfig.shape.version.optional() })
  .refine(
    ({ daysToRenewPassword, daysToNotifyExpiration }) =>
      daysToRenewPassword === 0 || daysToNotifyExpiration < daysToRenewPassword,
    { error: 'El aviso debe llegar antes de que venza la contraseña', path: ['daysToNotifyExpiration'] },
  )
  .refine((config) => !config.advancedStructure || classKeys.some((key) => config[key]), {
    error: 'Elige al menos un tipo de carácter',
    path: ['advancedStructure'],
  })
/** Answer with the configuration: staff receive all of it, other callers the password rules only. */
export const accessConfigAnswer = accessConfig.partial().extend(passwordConfig.shape)

/** The configuration until an admin saves another one. */
export const DEFAULT_ACCESS_CONFIG: Omit<AccessConfig, 'id' | 'version'> = {
  attemptsBeforeLock: 5,
  systemIdleTime: 30,
  daysToDisable: 90,
  daysToRenewPassword: 0,
  daysToNotifyExpiration: 7,
  passwordLength: 8,
  advancedStructure: false,
  lowercase: true,
  uppercase: true,
  numbers: true,
  specialChars: false,
}

const CLASSES = [
  { key: 'lowercase', pattern: /\p{Lowercase}/u, message: 'La contraseña debe incluir una letra minúscula' },
  { key: 'uppercase', pattern: /\p{Uppercase}/u, message: 'La contraseña debe incluir una letra mayúscula' },
  { key: 'numbers', pattern: /[0-9]/, message: 'La contraseña debe incluir un número' },
  {
    key: 'specialChars',
    pattern: /[^\p{Letter}\p{Mark}0-9\s]/u,
    message: 'La contraseña debe incluir un carácter especial',
  },
] as const

/** The least length of a new password of staff, in characters, whatever the configuration says. */
const STAFF_PASSWORD_LENGTH = 12

/** The rules of a new password of a user of this type: at least 12 characters for staff, because they move money. */
export function passwordRulesOf<Config extends PasswordConfig>(config: Config, user_type: UserType): Config {
  if (user_type === 'U2') return config
  return { ...config, passwordLength: Math.max(config.passwordLength, STAFF_PASSWORD_LENGTH) }
}

/** Returns the Spanish texts of the rules that a new password breaks; an empty list if it is valid. */
export function passwordErrors(password: string, config: PasswordConfig): string[] {
  const short = [...password].length < config.passwordLength
  const missing = CLASSES.filter(
    ({ key, pattern }) => config.advancedStructure && config[key] && !pattern.test(password),
  )
  const texts = missing.map(({ message }) => message)
  return short ? [`La contraseña debe tener al menos ${config.passwordLength} caracteres`, ...texts] : texts
}

/** Returns the strength to show while a person types: by length only, below 6, below 10, or 10 and more characters. */
export function passwordStrength(password: string): 'Débil' | 'Moderada' | 'Fuerte' {
  if (password.length < 6) return 'Débil'
  return password.length < 10 ? 'Moderada' : 'Fuerte'
}
