import { type accessConfigBody, LOCK_MINUTES } from '@quincena/domain/sessions/access-config'
import type { z } from 'zod'

export type Config = Omit<z.infer<typeof accessConfigBody>, 'version'>

export const settingLabels = {
  attemptsBeforeLock: 'Intentos antes de bloquear',
  systemIdleTime: 'Minutos sin actividad',
  daysToDisable: 'Días sin entrar para desactivar',
  daysToRenewPassword: 'Días para renovar la contraseña',
  daysToNotifyExpiration: 'Días de aviso antes de que venza',
  passwordLength: 'Caracteres como mínimo',
  advancedStructure: 'Exigir tipos de caracteres',
  lowercase: 'Minúsculas',
  uppercase: 'Mayúsculas',
  numbers: 'Números',
  specialChars: 'Caracteres especiales',
} as const satisfies Record<keyof Config, string>

export type SettingName = keyof typeof settingLabels
/** The settings in the order of the form. */
export const settingNames: readonly SettingName[] = [
  ...(['attemptsBeforeLock', 'systemIdleTime', 'daysToDisable'] as const),
  ...(['daysToRenewPassword', 'daysToNotifyExpiration'] as const),
  ...(['passwordLength', 'advancedStructure', 'lowercase', 'uppercase', 'numbers', 'specialChars'] as const),
]

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const daysText = (days: number) => plural(days, 'día', 'días')

function timeText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return plural(minutes, 'minuto', 'minutos')
  const wholeHours = plural(hours, 'hora', 'horas')
  return rest === 0 ? wholeHours : `${wholeHours} y ${plural(rest, 'minuto', 'minutos')}`
}

function noticeText({ daysToRenewPassword: renew, daysToNotifyExpiration: notice }: Config): string {
  if (renew === 0) return 'Las contraseñas no vencen: no hay nada que avisar.'
  if (notice === 0) return 'Nadie recibe aviso antes de que venza su contraseña.'
  return `El aviso llega al entrar desde el día ${renew - notice}, ${daysText(notice)} antes de que venza.`
}

/** Explains the effect of each number as it is typed. */
export const effects = {
  attemptsBeforeLock: ({ attemptsBeforeLock: count }) =>
    `Con ${plural(count, 'intento fallido', 'intentos fallidos')}, la cuenta se bloquea 1 minuto; cada fallo más duplica la espera, hasta ${LOCK_MINUTES} minutos. Los dispositivos conocidos se cuentan aparte.`,
  systemIdleTime: ({ systemIdleTime: minutes }) =>
    `Quien pase ${timeText(minutes)} sin usar el sistema inicia sesión otra vez.`,
  daysToDisable: ({ daysToDisable: days }) =>
    days === 0
      ? 'Nadie queda fuera por no entrar.'
      : `Quien pase ${daysText(days)} sin entrar necesita un enlace por correo para volver.`,
  daysToRenewPassword: ({ daysToRenewPassword: days }) =>
    days === 0
      ? 'Las contraseñas no vencen.'
      : `Cada contraseña vence a los ${daysText(days)}; sin cambiarla no se puede entrar.`,
  daysToNotifyExpiration: noticeText,
  passwordLength: ({ passwordLength: length }) =>
    `Las contraseñas nuevas llevan al menos ${length} caracteres. Las que ya existen siguen sirviendo.`,
} as const satisfies Partial<Record<SettingName, (config: Config) => string>>

export type NumberSetting = keyof typeof effects

/** Minimum and maximum of each number; 0 days means never. */
export const limits = {
  attemptsBeforeLock: { min: 1, max: 100 },
  systemIdleTime: { min: 1, max: 1440 },
  daysToDisable: { min: 0, max: 3650 },
  daysToRenewPassword: { min: 0, max: 3650 },
  daysToNotifyExpiration: { min: 0, max: 3650 },
  passwordLength: { min: 6, max: 64 },
} as const satisfies Record<NumberSetting, { min: number; max: number }>

/** Formats a setting: Sí or No for a switch, a number as it is. */
export const valueText = (value: number | boolean) =>
  typeof value === 'number' ? String(value) : value ? 'Sí' : 'No'
