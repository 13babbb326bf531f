import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  accessConfigAnswer,
  DEFAULT_ACCESS_CONFIG,
  passwordErrors,
  passwordRulesOf,
  passwordStrength,
} from './access-config.ts'
import { changePasswordBody, loginBody } from './schema.ts'

function messagesOf(schema: z.ZodType, value: object): Record<string, string[]> {
  const result = schema.safeParse(value)
  return result.success ? {} : { ...z.flattenError(result.error).fieldErrors }
}

it('the login body requires both fields [B5.1]', () => {
  expect(messagesOf(loginBody, { email: ' ' })).toEqual({
    email: ['Campo requerido'],
    password: ['Campo requerido'],
  })
  expect(messagesOf(loginBody, { email: 'no es un correo', password: 'x' })).toEqual({})
})

describe('the body of a password change', () => {
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
  ])('with %o gives the errors %o', (change, errors) =>
    expect(messagesOf(changePasswordBody, { ...body, ...change })).toEqual(errors),
  )
})

describe('the rules of a new password', () => {
  it('require the configured length [B5.3 B9.14]', () => {
    expect(passwordErrors('corta', DEFAULT_ACCESS_CONFIG)).toEqual([
      'La contraseña debe tener al menos 8 caracteres',
    ])
    expect(passwordErrors('sixsix', { ...DEFAULT_ACCESS_CONFIG, passwordLength: 6 })).toEqual([])
  })

  it('require the configured classes only with advancedStructure on', () => {
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

  it.each([
    ['U2', 8, 8],
    ['U1', 8, 12],
    ['U0', 8, 12],
    ['U1', 20, 20],
  ] as const)('require of %s, with %i configured, %i characters', (user_type, passwordLength, least) => {
    const rules = passwordRulesOf({ ...DEFAULT_ACCESS_CONFIG, passwordLength }, user_type)
    expect(rules).toEqual({ ...DEFAULT_ACCESS_CONFIG, passwordLength: least })
  })

  it('have a strength by length', () => {
    expect(['12345', '123456', '123456789', '1234567890'].map(passwordStrength)).toEqual([
      'Débil',
      'Moderada',
      'Moderada',
      'Fuerte',
    ])
  })
})

it('the access configuration answer accepts the password rules alone or the whole', () => {
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
