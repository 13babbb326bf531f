import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { registerBody, userEditForm, userForm, userPatch } from './forms.ts'
import { bankDataProblems, keptBankData, userTypeName } from './rules.ts'

const worker = {
  first_name: 'María José',
  last_name: 'Núñez Peña',
  key: 'EMP001',
  email: 'maria@example.com',
  email_confirm: 'maria@example.com',
  ine: '1234567890123',
  curp: 'ABCD901010HDFRLL08',
  rfc: 'ABCD901010XXX',
  phone: '5512345678',
  address: 'Av. Juárez 10',
  city: 'Guadalajara',
  neighborhood: 'Centro',
  state: 'Jalisco',
  zip_code: '44100',
  gender: 'F',
  user_type: 'U2',
  position: 'Cajera',
  biweekly_salary: 7500,
  company: 3,
  bank: '90646',
  debit_card_number: '646180157000000004',
  bank_account_number: '70000000001',
}

function messagesOf(schema: z.ZodType, value: object): Record<string, string[]> {
  const result = schema.safeParse(value)
  return result.success ? {} : { ...z.flattenError(result.error).fieldErrors }
}

const LETTERS = 'Este campo solo debe contener letras y espacios'
const SHORT = 'Este campo debe tener al menos 2 caracteres'
const KEY = 'La clave debe ser alfanumérica en mayúsculas y máximo de 7 caracteres'
const PHONE = 'El número debe tener exactamente 10 dígitos'
const CLABE = 'La CLABE lleva 18 números.'
const ACCOUNT = 'El número de cuenta bancaria debe contener exactamente 11 dígitos numéricos'

describe('the form of a new user', () => {
  it('accepts a worker and converts the salary to centavos', () => {
    expect(userForm.parse(worker)).toMatchObject({ biweekly_salary: 750_000, company: 3 })
    expect(z.encode(userForm, userForm.parse(worker))).toMatchObject({ biweekly_salary: 7500 })
  })

  it.each([
    ['Hernández-Villaseñor', 'Hernández-Villaseñor'],
    ["D'Angelo López", "D'Angelo López"],
    ['D’Angelo', "D'Angelo"],
    ['Ruiz–Peña', 'Ruiz-Peña'],
  ])('accepts the surname «%s»', (typed, kept) => {
    expect(userForm.parse({ ...worker, last_name: typed }).last_name).toBe(kept)
  })

  it.each(['-Ruiz', 'Ruiz-', 'Ruiz - Peña', "Ruiz''Peña", "' '", 'Ruiz_Peña', 'Ruiz; Peña'])(
    'rejects the surname «%s»',
    (last_name) => {
      expect(messagesOf(userForm, { ...worker, last_name })).toEqual({ last_name: [LETTERS] })
    },
  )

  it('converts e-mail to lower case, CURP and RFC to upper case', () => {
    const form = {
      ...worker,
      email: ' Maria@Example.com ',
      curp: worker.curp.toLowerCase(),
      rfc: 'abcd901010xxx',
    }
    expect(userForm.parse(form)).toMatchObject({
      email: 'maria@example.com',
      curp: worker.curp,
      rfc: worker.rfc,
    })
  })

  it('accepts staff without bank data', () => {
    const manager = {
      ...worker,
      user_type: 'U1',
      is_staff: true,
      bank: 'N-A',
      debit_card_number: '',
      bank_account_number: null,
    }
    expect(messagesOf(userForm, manager)).toEqual({})
  })

  it.each<[string, unknown, string]>([
    ['first_name', 'Ana3', LETTERS],
    ['first_name', 'A', SHORT],
    ['first_name', undefined, SHORT],
    ['last_name', 'P_rez', LETTERS],
    ['last_name', '', SHORT],
    ['key', 'emp001', KEY],
    ['key', 'EMP00001', KEY],
    ['key', '', KEY],
    ['ine', '123', 'El INE debe contener exactamente 13 dígitos numéricos'],
    ['ine', undefined, 'El INE debe contener exactamente 13 dígitos numéricos'],
    ['curp', 'ABCD901310HDFRLL08', 'El CURP no tiene un formato válido. Ejemplo: ABCD901010HDFRLL08'],
    ['rfc', 'ABC901010XXX', 'El RFC no tiene un formato válido. Ejemplo: ABCD901010XXX'],
    ['phone', '551234567', PHONE],
    ['phone', '55 1234 5678', PHONE],
    ['email_confirm', 'otra@example.com', 'El correo electrónico no coincide'],
    ['bank', '', 'La entidad bancaria es obligatoria para Trabajadores'],
    ['bank', 'N-A', 'La entidad bancaria es obligatoria para Trabajadores'],
    ['bank', '99999', 'Seleccione una entidad bancaria válida'],
    ['debit_card_number', '64618015700000000', CLABE],
    ['debit_card_number', '4152313412345678', CLABE],
    ['debit_card_number', undefined, CLABE],
    ['debit_card_number', '646180157000000005', 'La CLABE interbancaria no es válida. Revisa sus dígitos.'],
    ['debit_card_number', '014027000005555558', 'La CLABE no corresponde a la entidad bancaria elegida'],
    ['bank_account_number', '1234567890', ACCOUNT],
    ['bank_account_number', null, ACCOUNT],
    ['zip_code', '4410', 'El código postal debe tener 5 dígitos'],
    ['address', '  ', 'El campo dirección es obligatorio'],
    ['neighborhood', '', 'El campo colonia es obligatorio'],
    ['state', 'Texas', 'Seleccione un estado'],
    ['state', undefined, 'Seleccione un estado'],
    ['gender', 'X', 'Seleccione un género válido'],
    ['gender', undefined, 'Seleccione un género válido'],
    ['user_type', 'U3', 'Seleccione un tipo de usuario válido'],
    ['is_staff', true, 'Seleccione un tipo de usuario válido'],
    ['position', '', 'El puesto es obligatorio'],
    ['biweekly_salary', 0, 'El sueldo quincenal debe ser un número positivo'],
    ['biweekly_salary', '7500', 'El sueldo quincenal debe ser un número positivo'],
    ['birthday', '31/12/1990', 'Fecha inválida'],
    ['birthday', 7, 'Fecha inválida'],
    ['city', 'Ciudad 3', 'La ciudad solo debe contener letras y espacios'],
  ])(
    'rejects %s = %j with «%s» [B4.15 B5.6 B5.8 B5.9 B5.10 B5.11 B5.12 B5.14 B5.15 B5.17 B5.18 B5.19 B5.20 B5.21 B5.22 B5.23 B5.24 B5.25 B5.26 B9.15 B9.26]',
    (field, value, message) => {
      const path = field === 'is_staff' ? 'user_type' : field
      expect(messagesOf(userForm, { ...worker, [field]: value })).toEqual({ [path]: [message] })
    },
  )

  it('reads an empty birthday as null', () => {
    expect(userForm.parse({ ...worker, birthday: '' }).birthday).toBeNull()
    expect(userPatch.parse({ birthday: null })).toEqual({ birthday: null })
    expect(z.encode(userPatch, { birthday: '1990-01-01' })).toEqual({ birthday: '1990-01-01' })
  })

  it('rejects an e-mail without its basic shape [B5.13]', () => {
    const form = { ...worker, email: 'maria', email_confirm: 'maria' }
    expect(messagesOf(userForm, form)).toEqual({ email: ['Revisa tu correo: le falta algo.'] })
  })

  it.each([
    ['missing', {}],
    ['empty', Object.fromEntries(Object.keys(worker).map((field) => [field, '']))],
  ])('reports every wrong field at once when all are %s', (_, form) => {
    const { company: __, ...wrong } = messagesOf(userForm, { ...form, user_type: 'U2' })
    expect(Object.keys(wrong).sort()).toEqual(
      [
        'address',
        'bank',
        'bank_account_number',
        'biweekly_salary',
        'curp',
        'debit_card_number',
        'email',
        'first_name',
        'gender',
        'ine',
        'key',
        'last_name',
        'neighborhood',
        'phone',
        'position',
        'rfc',
        'state',
        'zip_code',
      ].sort(),
    )
  })
})

describe('the form of an existing user', () => {
  it('has its own texts for the names', () => {
    expect(messagesOf(userEditForm, { ...worker, first_name: 'A1', last_name: 'B' })).toEqual({
      first_name: ['El nombre solo debe contener letras y espacios'],
      last_name: ['El apellido debe tener al menos 2 caracteres'],
    })
  })

  it('reduces the phone to its first 10 digits', () => {
    expect(userEditForm.parse({ ...worker, phone: '(55) 1234-5678 99' }).phone).toBe('5512345678')
    expect(messagesOf(userEditForm, { ...worker, phone: '55-1234' })).toEqual({ phone: [PHONE] })
  })

  it('ignores the key and the password [B5.7]', () => {
    const saved = userEditForm.parse({ ...worker, key: 'not a key', password: 'x' })
    expect(saved).not.toHaveProperty('key')
    expect(saved).not.toHaveProperty('password')
  })

  it('requires a worker’s bank data, while a patch may hold any part', () => {
    expect(messagesOf(userEditForm, { ...worker, bank: null })).toEqual({
      bank: ['La entidad bancaria es obligatoria para Trabajadores'],
    })
    expect(userPatch.parse({ zip_code: '44100', has_credit: 1 })).toEqual({ zip_code: '44100' })
    expect(messagesOf(userPatch, { zip_code: '441' })).toEqual({
      zip_code: ['El código postal debe tener 5 dígitos'],
    })
    expect(userPatch.parse({ is_onboarding_dismissed: '1' })).toEqual({ is_onboarding_dismissed: true })
  })
})

describe('the form of a new staff user', () => {
  const staff = {
    email: 'gerente@example.com',
    password: 'Secreta-1',
    repeat_password: 'Secreta-1',
    first_name: 'Luis',
    last_name: 'Rey',
  }

  it.each([
    [{ email: '' }, { email: ['Correo obligatorio'] }],
    [{ email: 'luis' }, { email: ['Correo no válido'] }],
    [{ password: '', repeat_password: '' }, { password: ['Contraseña obligatoria'] }],
    [{ repeat_password: 'otra' }, { repeat_password: ['Las contraseñas no coinciden'] }],
    [{ first_name: '' }, { first_name: ['Nombre obligatorio'] }],
    [{ last_name: undefined }, { last_name: ['Apellido obligatorio'] }],
    [{ user_type: 'U2' }, { user_type: ['Seleccione un tipo de usuario válido'] }],
    [{}, {}],
  ])('with %o gives the errors %o [B4.15]', (change, errors) =>
    expect(messagesOf(registerBody, { ...staff, ...change })).toEqual(errors),
  )
})

it('keptBankData keeps the bank data of workers only', () => {
  const data = { bank: '90646', debit_card_number: '646180157000000004', bank_account_number: '70000000001' }
  expect(bankDataProblems(data)).toEqual([])
  expect(keptBankData('U2', data)).toEqual(data)
  expect(keptBankData('U1', data)).toEqual({ bank: null, debit_card_number: null, bank_account_number: null })
})

it('userTypeName names each user type [B3.1 B9.27]', () => {
  expect(['U0', 'U1', 'U2', 'U9'].map(userTypeName)).toEqual([
    'Administrador Desarrollador',
    'Gerente',
    'Trabajador',
    'Desconocido',
  ])
})
