import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  accessConfigAnswer,
  DEFAULT_ACCESS_CONFIG,
  passwordErrors,
  passwordStrength,
} from './access-config.ts'
import { changePasswordBody, loginBody } from './schema.ts'

function messagesOf(schema: z.ZodType, value: object): Record<string, string[]> {
  const result = schema.safeParse(value)
  return result.success ? {} : { ...z.flattenError(result.error).fieldErrors }
}

it('signing in wants both fields', () => {
  expect(messagesOf(loginBody, { email: ' ' })).toEqual({
    email: ['Campo requerido'],
    password: ['Campo requerido'],
  })
  expect(messagesOf(loginBody, { email: 'no es un correo', password: 'x' })).toEqual({})
})

describe('changing the password', () => {
  const body = { current_password: 'vieja', new_password: 'Nueva-123', confirm_password: 'Nueva-123' }

  it.each([
    [{ current_password: '' }, { current_password: ['La contraseña actual no puede estar vacía.'] }],
    [
      { new_password: '', confirm_password: 'x' },
      {
        new_password: ['La nueva contraseña no puede estar vacía.'],
        confirm_password: ['Las contraseñas no coinciden.'],
      },
    ],
    [
      { confirm_password: '' },
      {
        confirm_password: [
          'La confirmación de la nueva contraseña no puede estar vacía.',
          'Las contraseñas no coinciden.',
        ],
      },
    ],
    [{ confirm_password: 'otra' }, { confirm_password: ['Las contraseñas no coinciden.'] }],
    [{ confirm_password: undefined }, {}],
  ])('with %o answers %o', (change, errors) =>
    expect(messagesOf(changePasswordBody, { ...body, ...change })).toEqual(errors),
  )
})

describe('the rules of a new password', () => {
  it('name the configured length', () => {
    expect(passwordErrors('corta', DEFAULT_ACCESS_CONFIG)).toEqual([
      'La contraseña debe tener al menos 8 caracteres',
    ])
    expect(passwordErrors('sixsix', { ...DEFAULT_ACCESS_CONFIG, passwordLength: 6 })).toEqual([])
  })

  it('ask for the configured classes only with the structure on', () => {
    expect(passwordErrors('largalarga', DEFAULT_ACCESS_CONFIG)).toEqual([])
    const strict = { ...DEFAULT_ACCESS_CONFIG, advancedStructure: true, specialChars: true }
    expect(passwordErrors('ñandúñandú', strict)).toEqual([
      'La contraseña debe incluir una letra mayúscula',
      'La contraseña debe incluir un número',
      'La contraseña debe incluir un carácter especial',
    ])
    expect(passwordErrors('MAYUS-123', strict)).toEqual(['La contraseña debe incluir una letra minúscula'])
    expect(passwordErrors('Mayus-123', strict)).toEqual([])
  })

  it('show a strength', () => {
    expect(['12345', '123456', '123456789', '1234567890'].map(passwordStrength)).toEqual([
      'Débil',
      'Moderada',
      'Moderada',
      'Fuerte',
    ])
  })
})

it('everyone may read the password part of the configuration, staff the whole', () => {
  const {
    attemptsBeforeLock,
    systemIdleTime,
    daysToDisable,
    daysToRenewPassword,
    daysToNotifyExpiration,
    ...part
  } = DEFAULT_ACCESS_CONFIG
  expect(accessConfigAnswer.parse(part)).toEqual(part)
  expect(accessConfigAnswer.parse({ ...DEFAULT_ACCESS_CONFIG, id: 1 })).toEqual({
    ...DEFAULT_ACCESS_CONFIG,
    id: 1,
  })
  expect(accessConfigAnswer.safeParse({ attemptsBeforeLock, systemIdleTime }).success).toBe(false)
  expect([daysToDisable, daysToRenewPassword, daysToNotifyExpiration]).toEqual([90, 0, 7])
})
