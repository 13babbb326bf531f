import { describe, expect, it } from 'vitest'
import { curpBirthday, curpCheckDigit, curpWarnings, isCurpFormat } from './curp.ts'
import { INDUSTRIES, industryName, industryProblem } from './industries.ts'
import { isIne } from './ine.ts'
import { identityWarnings, isRfcFormat, rfcCheckDigit, rfcHomoclave, rfcWarnings } from './rfc.ts'
import { isCurpState, isState, STATES } from './states.ts'

describe('a CURP', () => {
  // Published by validate-curp (MIT) and python-stdnum; check digits recalculated.
  it.each([
    'SABC560626MDFLRN01',
    'HEGG560427MVZRRL04',
    'PEGL890909MJCRMS08',
    'MOTR930411HJCRMG70'.slice(0, 16).concat('03'),
    'GOCG650418HVZNML08',
    'MASI050805MVZRLRA8',
  ])('isCurpFormat accepts %s', (curp) => expect(isCurpFormat(curp)).toBe(true))

  it.each(['SABC560626MDFLRN01', 'PEGL890909MJCRMS08', 'GOCG650418HVZNML08', 'MASI050805MVZRLRA8'])(
    'curpWarnings finds nothing in %s',
    (curp) => expect(curpWarnings(curp)).toEqual([]),
  )

  it.each([
    ['BOXW310820HNERXN08', 9],
    ['ABCD901010HDFRLL08', 4],
    ['SAHE800416HDFABC01', 9],
  ])('%s with check digit other than %s is accepted with a warning', (curp, digit) => {
    expect(isCurpFormat(curp)).toBe(true)
    expect(curpCheckDigit(curp)).toBe(digit)
    expect(curpWarnings(curp)).toContain('El dígito verificador del CURP no coincide.')
  })

  it.each([
    ['PEGL891313MJCRMS06', 'month 13'],
    ['PEGL890230MJCRMS06', '30 February'],
    ['PEGL890909MQQRMS02', 'state QQ'],
    ['PEGL890909ZJCRMS08', 'sex Z'],
    ['PEGL890909MJCRMS0', '17 characters'],
    ['pegl890909mjcrms08', 'lower case'],
    ['', 'empty'],
  ])('isCurpFormat rejects %j: %s', (curp) => expect(isCurpFormat(curp)).toBe(false))

  it('has a birthday whose century depends on the 17th character', () => {
    expect(curpBirthday('PEGL890909MJCRMS08')).toBe('1989-09-09')
    expect(curpBirthday('MASI050805MVZRLRA8')).toBe('2005-08-05')
  })

  it('with a forbidden word gives a warning', () => {
    expect(curpWarnings('BACA890909MJCRMS05')).toEqual(['Las primeras letras del CURP no son habituales.'])
  })
})

describe('an RFC', () => {
  // Published by validate-rfc (MIT), rfc-facil-js and python-stdnum; check digits recalculated.
  it.each(['GODE561231GR8', 'MHTR93041179A', 'SALC7304253S0', 'OOGE520711151'])(
    '%s has the format and no warning',
    (rfc) => {
      expect(isRfcFormat(rfc)).toBe(true)
      expect(rfcWarnings(rfc)).toEqual([])
    },
  )

  it.each([
    ['RET130705MD', '5'],
    ['MAB9307148T', '4'],
    ['Ñ&T130705MD', '6'],
    ['MHTR810511A7', '2'],
    ['ABCD901010XX', '5'],
  ])('the check digit of %s is %s', (body, digit) => expect(rfcCheckDigit(body)).toBe(digit))

  it('with a wrong check digit gives a warning, unless it is generic', () => {
    expect(isRfcFormat('ABCD901010XXX')).toBe(true)
    expect(rfcWarnings('ABCD901010XXX')).toEqual(['El dígito verificador del RFC no coincide.'])
    expect(rfcWarnings('XAXX010101000')).toEqual([])
  })

  it.each(['MHTR815511A70', 'RET130705MD5', 'GODE561231GR', 'gode561231gr8', ''])(
    'isRfcFormat rejects %j',
    (rfc) => expect(isRfcFormat(rfc)).toBe(false),
  )

  it('has the homoclave of the name', () => {
    expect(rfcHomoclave('ZARZOSA DE LA TORRE JOSUE')).toBe('CK')
    expect(rfcCheckDigit('ZATJ870805CK')).toBe('6')
  })
})

describe('identityWarnings', () => {
  const curp = 'PEGL890909MJCRMS08'

  it('returns nothing if CURP, RFC, gender and birthday agree', () => {
    expect(identityWarnings({ curp, rfc: 'PEGL890909AB1', gender: 'F', birthday: '1989-09-09' })).toEqual([])
    expect(identityWarnings({ curp, rfc: 'XAXX010101000', gender: 'O', birthday: null })).toEqual([])
  })

  it('names each field that differs from the CURP', () => {
    expect(identityWarnings({ curp, rfc: 'PEGL890908AB1', gender: 'M', birthday: '1989-09-10' })).toEqual([
      'La fecha del RFC y la del CURP no coinciden.',
      'El género y el CURP no coinciden.',
      'La fecha de nacimiento y el CURP no coinciden.',
    ])
  })
})

it('isIne accepts exactly 13 digits', () => {
  expect(['1234567890123', '123456789012', '12345678901234', '123456789012A'].map(isIne)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

it('isState accepts the 32 states in any spelling [B3.14]', () => {
  expect(STATES).toHaveLength(32)
  expect(new Set(STATES.map(({ curp }) => curp)).size).toBe(32)
  expect(['Jalisco', 'jalisco', 'Nuevo Leon', 'CDMX', 'México', 'Texas', ''].map(isState)).toEqual([
    ...Array(5).fill(true),
    false,
    false,
  ])
  expect([isCurpState('NE'), isCurpState('ZZ')]).toEqual([true, false])
})

it('a new industry is capitalized once and rejected if it is in the list', () => {
  expect(INDUSTRIES.at(-1)).toBe('Otro')
  expect(industryName('  mINERÍA  y gas ')).toBe('Minería y gas')
  expect(industryProblem('TECNOLOGIA', 'ya existe')).toBe('ya existe')
  expect(industryProblem('ab', 'ya existe')).toBe('Ingrese una industria válida')
  expect(industryProblem('Minería <b>', 'ya existe')).toBe('Ingrese una industria válida')
  expect(industryProblem("Arte, cine (y más) & l'art-1.", 'ya existe')).toBeNull()
})
