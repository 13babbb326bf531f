import { z } from 'zod'

const days = (least: number) => z.int('Debe ser un número entero').min(least).max(3650)

/** The part that anyone who chooses a password needs. */
export const passwordConfig = z.object({
  passwordLength: z.int('Debe ser un número entero').min(6, 'El mínimo es 6').max(64, 'El máximo es 64'),
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
  attemptsBeforeLock: z.int('Debe ser un número entero').min(1).max(100),
  /** Minutes. */
  systemIdleTime: z.int('Debe ser un número entero').min(1).max(1440),
  daysToDisable: days(0),
  daysToRenewPassword: days(0),
  daysToNotifyExpiration: days(0),
})
export type AccessConfig = z.infer<typeof accessConfig>

export const accessConfigBody = accessConfig.omit({ id: true })
/** Staff read all of it, everyone else the password part. */
export const accessConfigAnswer = accessConfig.partial().extend(passwordConfig.shape)

export const DEFAULT_ACCESS_CONFIG: Omit<AccessConfig, 'id'> = {
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
