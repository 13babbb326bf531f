import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BANKS, bankName, bankOfClabe, isAbmCode, isBankCode, listBankChoices } from './banks.ts'
import { accountBlock, bankBlock, clabeCheckDigit, isClabe } from './clabe.ts'

describe('isClabe', () => {
  // Published by clabe-python, clabe-validator and stpmex-python (MIT); check digits recalculated.
  it.each([
    '002000000000000008',
    '723010123456789019',
    '014027000005555558',
    '646180110400000007',
    '646180157000000004',
    '646180157036325892',
    '723969000011000077',
    '002539016003269411',
  ])('accepts %s', (clabe) => {
    expect(isClabe(clabe)).toBe(true)
    expect(clabeCheckDigit(clabe)).toBe(Number(clabe[17]))
  })

  it.each([
    ['002010077777777770', 'the digit must be 1'],
    ['002000000000000007', 'the digit must be 8'],
    ['646180123400000001', 'the digit must be 7'],
    ['000000000000000000', 'no bank has the code 000'],
    ['00201007777777777', '17 digits'],
    ['0020100777777777711', '19 digits'],
    ['00201007777777777A', 'it contains a letter'],
    ['', 'it is empty'],
  ])('rejects %j: %s', (clabe) => expect(isClabe(clabe)).toBe(false))

  it('detects any single changed digit by the check digit', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9]{14}$/),
        fc.integer({ min: 0, max: 16 }),
        fc.integer({ min: 1, max: 9 }),
        (rest, place, by) => {
          const body = `072${rest}`
          const changed = [...body].with(place, String((Number(body[place]) + by) % 10)).join('')
          expect(clabeCheckDigit(changed)).not.toBe(clabeCheckDigit(body))
        },
      ),
    )
  })

  it('has helpers that read the bank and the account of a CLABE', () => {
    expect(bankBlock('072691004495711499')).toBe('072')
    expect(accountBlock('072691004495711499')).toBe('00449571149')
    expect(bankOfClabe('072691004495711499')).toBe('40072')
    expect(bankOfClabe('999691004495711499')).toBeNull()
  })
})

describe('the list of banks', () => {
  it('has 98 distinct codes that end in their ABM code [B3.14]', () => {
    expect(BANKS).toHaveLength(98)
    expect(new Set(BANKS.map(({ code }) => code)).size).toBe(98)
    for (const { code, abm } of BANKS) expect(code.endsWith(abm)).toBe(true)
  })

  it('names banks as people say them and keeps the name of STP for its catalogue', () => {
    expect(bankName('40012')).toBe('BBVA')
    expect(bankName('90638')).toBe('Nu')
    expect(bankName('90722')).toBe('Mercado Pago')
    expect(BANKS.find(({ code }) => code === '90638')?.stp_name).toBe('NU MEXICO')
    for (const { name } of BANKS) expect(name).not.toMatch(/^[A-ZÁÉÍÓÚ ]{9,}$| W$/)
  })

  it('offers the banks that hold wages and the chosen one, by name', () => {
    const offered = (chosen: string) => listBankChoices(chosen).map(({ name }) => name)
    expect(offered('')).toEqual(
      expect.arrayContaining(['Banamex', 'BBVA', 'BanCoppel', 'Klar', 'STP', 'Ualá']),
    )
    for (const name of ['Banco de México', 'Indeval', 'CoDi Valida', 'Nafin'])
      expect(offered('')).not.toContain(name)
    expect(offered('90902')).toContain('Indeval')
    expect(offered('')).toEqual(offered('').toSorted((one, other) => one.localeCompare(other, 'es')))
  })

  it('finds names by SPEI or ABM code, «-» for an unknown code [B3.14]', () => {
    expect(bankName('40072')).toBe('Banorte')
    expect(bankName('072')).toBe('Banorte')
    expect(bankName('032')).toBe('IXE')
    expect(bankName('99999')).toBe('-')
    expect(bankName(null)).toBe('-')
    expect(isBankCode('2001')).toBe(true)
    expect(isBankCode('072')).toBe(false)
    expect(isAbmCode('032')).toBe(true)
    expect(isAbmCode('000')).toBe(false)
  })
})
