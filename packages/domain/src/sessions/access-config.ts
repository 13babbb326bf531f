import { z } from 'zod'

const WHOLE = 'Debe ser un número entero'
const between = (least: number, most: number) =>
  z
    .int(WHOLE)
    .min(least, `El mínimo es ${least}`)
    .max(most, `El máximo es ${most.toLocaleString('es-MX')}`)
const days = between(0, 3650)

/** How long an account stays locked after too many attempts. */
export const LOCK_MINUTES = 15

/** The part that anyone who chooses a password needs. */
export const passwordConfig = z.object({
  passwordLength: between(6, 64),
  advancedStructure: z.boolean(),
  lowercase: z.boolean(),
  uppercase: z.boolean(),
  numbers: z.boolean(),
  specialChars: z.boolean(),
})
export type PasswordConfig = z.infer<typeof passwordConfig>

/** The system access configuration (backoffice §3); 0 days means never. */
export const accessConfig = passwordConfig.extend({
  id: z.int().positive(),
  /** Counts how often it was stored; 0 where the defaults are in force. */
  version: z.int().nonnegative(),
  attemptsBeforeLock: between(1, 100),
  /** Minutes. */
  systemIdleTime: between(1, 1440),
  daysToDisable: days,
  daysToRenewPassword: days,
  daysToNotifyExpiration: days,
})
export type AccessConfig = z.infer<typeof accessConfig>

const classKeys = ['lowercase', 'uppercase', 'numbers', 'specialChars'] as const

/** The configuration as it is stored: a warning comes before its end, and a structure asks for something. */
export const accessConfigBody = accessConfig
  .omit({ id: true })
  /** `version`: the one that was edited; where it is named and another was stored meanwhile, nothing is (409). */
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
/** Staff read all of it, everyone else the password part. */
export const accessConfigAnswer = accessConfig.partial().extend(passwordConfig.shape)

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

/** What a new password lacks; the number in the texts is the configured length. */
export function passwordErrors(password: string, config: PasswordConfig): string[] {
  const short = [...password].length < config.passwordLength
  const missing = CLASSES.filter(
    ({ key, pattern }) => config.advancedStructure && config[key] && !pattern.test(password),
  )
  const texts = missing.map(({ message }) => message)
  return short ? [`La contraseña debe tener al menos ${config.passwordLength} caracteres`, ...texts] : texts
}

/** The strength a person sees while typing. */
export function passwordStrength(password: string): 'Débil' | 'Moderada' | 'Fuerte' {
  if (password.length < 6) return 'Débil'
  return password.length < 10 ? 'Moderada' : 'Fuerte'
}
