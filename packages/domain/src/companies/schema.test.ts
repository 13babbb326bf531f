import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { chosenIndustry, companyEditForm, companyForm, companyQuery, isSearchable } from './schema.ts'

const acme = {
  key: 'ACME01',
  name: 'Acme, S.A. de C.V.',
  industry: 'Comercio',
  headquarters_address: 'Reforma 1',
  website: 'https://acme.mx',
  email: 'hola@acme.mx',
  email_confirm: 'hola@acme.mx',
  phone: '5512345678',
  interest_rate: 0.18,
  commission: '1,050.555',
}

function messagesOf(schema: z.ZodType, value: object): Record<string, string[]> {
  const result = schema.safeParse(value)
  return result.success ? {} : { ...z.flattenError(result.error).fieldErrors }
}

const MANDATORY = 'Este campo es obligatorio'
const RATE = 'Debe ser un número positivo con hasta 3 decimales'

describe('the form of a new company', () => {
  it('converts the commission to centavos, rounded half up', () => {
    expect(companyForm.parse(acme)).toMatchObject({ commission: 105_056, interest_rate: 0.18 })
    expect(z.encode(companyForm, companyForm.parse(acme))).toMatchObject({ commission: 1050.56 })
  })

  it.each<[string, unknown, string]>([
    ['key', 'acme', 'La clave debe ser alfanumérica, en mayúsculas y de máximo 7 caracteres'],
    ['key', 'ACME0001', 'La clave debe ser alfanumérica, en mayúsculas y de máximo 7 caracteres'],
    ['key', '', MANDATORY],
    ['name', 'Ab', 'Ingrese un nombre de empresa válido'],
    ['name', 'Acme <script>', 'Ingrese un nombre de empresa válido'],
    ['name', undefined, MANDATORY],
    ['industry', '', 'Seleccione una industria'],
    ['industry', undefined, 'Seleccione una industria'],
    ['headquarters_address', ' ', 'La dirección es obligatoria'],
    ['website', 'acme.mx', 'Formato de URL inválido'],
    ['website', 'ftp://acme.mx', 'Formato de URL inválido'],
    ['email', '', MANDATORY],
    ['email', 'acme', 'Formato de correo electrónico inválido'],
    ['email_confirm', 'otro@acme.mx', 'El correo electrónico no coincide'],
    ['email_confirm', '', MANDATORY],
    ['phone', '', MANDATORY],
    ['phone', '551234567a', 'El número debe tener exactamente 10 dígitos'],
    ['interest_rate', -0.1, RATE],
    ['interest_rate', 1000, RATE],
    ['interest_rate', 0.1234, RATE],
    ['interest_rate', 'mucho', RATE],
    ['interest_rate', '', MANDATORY],
    ['interest_rate', undefined, MANDATORY],
    ['commission', -1, 'Debe ser una cantidad positiva con hasta 3 decimales'],
    ['commission', '1.2345', 'Debe ser una cantidad positiva con hasta 3 decimales'],
    ['commission', 'mil', 'Debe ser una cantidad positiva con hasta 3 decimales'],
    ['commission', undefined, MANDATORY],
    ['commission', ' ', MANDATORY],
    ['commission_steps', [], 'Escribe de 1 a 10 renglones'],
    [
      'commission_steps',
      [{ up_to: 0, commission: 1 }],
      'Cada renglón lleva un monto mayor a cero, con hasta 2 decimales',
    ],
    ['advance_cost_ceiling', 0, 'Debe ser una fracción mayor a 0 y hasta 1'],
    ['advance_cost_ceiling', 1.001, 'Debe ser una fracción mayor a 0 y hasta 1'],
    ['advance_share', 1.5, 'Debe ser una fracción mayor a 0 y hasta 1'],
    ['advance_share', 0, 'Debe ser una fracción mayor a 0 y hasta 1'],
    ['advance_share', 0.3333, 'Debe ser una fracción mayor a 0 y hasta 1'],
    ['advance_cap', -1, 'Debe ser una cantidad mayor a cero con hasta 2 decimales'],
    ['advance_cap', 0, 'Debe ser una cantidad mayor a cero con hasta 2 decimales'],
    ['advance_minimum', 0, 'Debe ser una cantidad mayor a cero con hasta 2 decimales'],
    ['advance_minimum', null, 'Debe ser una cantidad mayor a cero con hasta 2 decimales'],
    ['tax_rate', 16, 'Debe ser una fracción entre 0 y 1'],
    ['tax_rate', '', MANDATORY],
    ['tax_added', 'quizá', 'Debe ser verdadero o falso'],
    ['grace_bank_days', -1, 'Debe ser un número entero de días, de 0 a 30'],
    ['grace_bank_days', 31, 'Debe ser un número entero de días, de 0 a 30'],
    ['grace_bank_days', 2.5, 'Debe ser un número entero de días, de 0 a 30'],
  ])(
    'rejects %s = %j with «%s» [B5.30 B5.31 B5.32 B5.34 B5.35 B5.36 B5.37 B5.38 B5.39 B9.18]',
    (field, value, message) => {
      const errors = messagesOf(companyForm, { ...acme, [field]: value })
      delete errors[field === 'email' ? 'email_confirm' : '']
      expect(errors).toEqual({ [field]: [message] })
    },
  )

  it('rejects a smallest advance above the largest one', () => {
    const limits = { advance_minimum: 500.01, advance_cap: 500 }
    expect(messagesOf(companyForm, { ...acme, ...limits })).toEqual({
      advance_minimum: ['El mínimo no puede ser mayor que el tope por anticipo'],
    })
    expect(messagesOf(companyForm, { ...acme, ...limits, advance_minimum: 500 })).toEqual({})
  })

  it.each([
    ['Minería', undefined],
    ['Tecnologia', 'La industria ya existe en la lista'],
    ['ab', 'Ingrese una industria válida'],
    ['', 'Ingrese una industria válida'],
  ])('with «Otro» and %j gives the message %s [B5.33]', (other_industry, message) => {
    const errors = messagesOf(companyForm, { ...acme, industry: 'Otro', other_industry })
    expect(errors).toEqual(message === undefined ? {} : { other_industry: [message] })
  })

  it('rejects «Otro» without the field other_industry', () => {
    expect(messagesOf(companyForm, { ...acme, industry: 'Otro' })).toEqual({
      industry: ['Ingrese una industria válida'],
    })
  })

  it('accepts an industry that is not in the list, and rejects a variant of a listed one', () => {
    expect(messagesOf(companyForm, { ...acme, industry: 'Minería' })).toEqual({})
    expect(messagesOf(companyForm, { ...acme, industry: 'TECNOLOGÍA' })).toEqual({
      industry: ['La industria ya existe en la lista'],
    })
    expect(chosenIndustry({ industry: 'Otro', other_industry: 'Minería' })).toBe('Minería')
    expect(chosenIndustry({ industry: 'Salud', other_industry: 'Minería' })).toBe('Salud')
  })
})

it('the form of an existing company has its own texts [B5.34]', () => {
  const errors = messagesOf(companyEditForm, {
    ...acme,
    industry: '',
    interest_rate: -1,
    headquarters_address: '',
  })
  expect(errors).toEqual({
    industry: ['Seleccione una industria o escriba una nueva'],
    interest_rate: ['La tasa de interés debe ser un número positivo con hasta tres decimales'],
  })
  expect(messagesOf(companyEditForm, { ...acme, industry: 'Otro', other_industry: 'salud' })).toEqual({
    other_industry: ['La industria ya existe en la lista de opciones'],
  })
})

it('the list of companies has 100 rows to a page [B7.19 B9.10]', () =>
  expect(companyQuery.parse({}).page_size).toBe(100))

it('the form of a new company reports every wrong field at once', () => {
  const errors = messagesOf(companyForm, {
    industry: 'Otro',
    other_industry: 'Salud',
    email_confirm: 'b@c.mx',
  })
  expect(Object.keys(errors).sort()).toEqual(
    [
      ...['commission', 'email', 'email_confirm', 'headquarters_address', 'interest_rate', 'key'],
      ...['name', 'other_industry', 'phone'],
    ].sort(),
  )
})

it.each([
  ['', true],
  ['Peña & Hijos, S.A.', true],
  ['rh@empresa.mx', true],
  ['%%%', false],
  ['<script>', false],
  ['...', false],
])('isSearchable of %j is %s', (text, answer) => expect(isSearchable(text)).toBe(answer))

describe('the price of a company', () => {
  const steps = [
    { up_to: 1000, commission: 100 },
    { up_to: null, commission: '150.505' },
  ]

  it('asks for the reason of a VAT of 0, and for no other', () => {
    const text = ['Escribe por qué no se cobra el impuesto']
    for (const form of [companyForm, companyEditForm])
      for (const tax_exempt_reason of [undefined, null, '', '  '])
        expect(messagesOf(form, { ...acme, tax_rate: 0, tax_exempt_reason })).toEqual({
          tax_exempt_reason: text,
        })
    expect(companyForm.parse({ ...acme, tax_rate: 0, tax_exempt_reason: ' Zona libre ' })).toMatchObject({
      tax_exempt_reason: 'Zona libre',
    })
    expect(messagesOf(companyForm, { ...acme, tax_rate: 0.16 })).toEqual({})
    expect(messagesOf(companyForm, acme)).toEqual({})
  })

  it('takes steps instead of the commission, in centavos', () => {
    const { commission: _, ...rest } = acme
    expect(companyForm.parse({ ...rest, commission_steps: steps })).toMatchObject({
      commission_steps: [
        { up_to: 100_000, commission: 10_000 },
        { up_to: null, commission: 15_051 },
      ],
    })
    expect(messagesOf(companyForm, { ...rest, commission_steps: null })).toEqual({ commission: [MANDATORY] })
  })

  it('refuses steps that do not rise or that leave amounts without a commission', () => {
    const wrong = (commission_steps: object[], more: object = {}) =>
      messagesOf(companyForm, { ...acme, commission_steps, ...more }).commission_steps?.[0]
    expect(wrong(steps.toReversed())).toMatch(/^Solo el último renglón/)
    expect(
      wrong([
        { up_to: 1000, commission: 1 },
        { up_to: 1000, commission: 2 },
      ]),
    ).toMatch(/^Los montos deben subir en cada renglón: después de \$1,000\.00/)
    expect(
      wrong([
        { up_to: 1000, commission: 2 },
        { up_to: null, commission: 2 },
      ]),
    ).toMatch(/^La comisión debe subir en cada renglón: después de \$2\.00/)
    const bounded = [{ up_to: 1000, commission: 2 }]
    const open = 'El último renglón debe quedar abierto o llegar al tope por anticipo'
    expect(wrong(bounded, { advance_cap: 1000.01 })).toBe(open)
    expect(wrong(bounded, { advance_cap: null })).toBe(open)
    expect(wrong(bounded, { advance_cap: 1000 })).toBeUndefined()
  })
})
