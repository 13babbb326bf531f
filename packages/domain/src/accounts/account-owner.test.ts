import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareIdentity, compareOwner } from './account-owner.ts'
import { compareNames, type RegisteredName } from './compare-names.ts'

const no_ids = { rfc: null, curp: null }
const guadalupe = { first_name: 'María Guadalupe', last_name: 'Hernández de la Cruz', ...no_ids }
const juan = { first_name: 'José Juan', last_name: 'Pérez Núñez', ...no_ids }
const francisco = { first_name: 'Francisco Javier', last_name: 'Rodríguez Vázquez', ...no_ids }
const angeles = { first_name: 'María de los Ángeles', last_name: 'Ponce de León Maldonado', ...no_ids }

const compare = (holder: typeof guadalupe, name: string | null) => compareOwner(holder, { name, rfc: 'ND' })

describe('the name of an account’s holder', () => {
  test.each<[typeof guadalupe, string]>([
    [guadalupe, 'MARIA GUADALUPE HERNANDEZ DE LA CRUZ'],
    [guadalupe, 'HERNANDEZ DE LA CRUZ MARIA GUADALUPE'],
    [guadalupe, 'HERNANDEZ/DELACRUZ,MARIA GUADALUPE'],
    [guadalupe, 'HERNANDEZ DELA CRUZ GUADALUPE M'],
    [guadalupe, 'MA. GUADALUPE HERNANDEZ DE LA CRUZ'],
    [guadalupe, 'MA GPE HERNANDEZ DE LA CRUZ'],
    [guadalupe, 'M GUADALUPE HERNANDEZ CRUZ'],
    [guadalupe, 'HDEZ DE LA CRUZ MA. GPE.'],
    [guadalupe, 'MARIA HERNANDEZ DE LA CRUZ'],
    [guadalupe, 'GUADALUPE HERNANDEZ DE LA CRUZ'],
    [guadalupe, 'MARIA G HERNANDEZ C'],
    [guadalupe, 'HERNANDEZ DE LA CRUZ MARIA GUADALUPE ISA'],
    [guadalupe, 'maría  guadalupe hernández de la cruz'],
    [guadalupe, 'MARIAGUADALUPE HERNANDEZ DELACRUZ'],
    [juan, 'JOSE JUAN PEREZ NUNEZ'],
    [juan, 'J JUAN PEREZ NU#EZ'],
    [juan, 'PEREZ NUÑEZ J. JUAN'],
    [juan, 'JUAN PEREZ Y NUNEZ'],
    [juan, 'JOSE J PRZ NUÑES'],
    [francisco, 'FCO JAVIER RODRIGUEZ VAZQUEZ'],
    [francisco, 'FCO. JAV. RDZ VAZQ.'],
    [francisco, 'RODRIGUEZ VASQUEZ FRANCISCO J'],
    [angeles, 'PONCE DE LEON MALDONADO MARIA DE LOS ANG'],
    [angeles, 'PONCE DE LEON MALDONADO MARIA DE LOS AN'],
    [angeles, 'MARIA DE LOS ANGELES PONCE DE LEON MALD'],
    [angeles, 'MA DE LOS ANGELES PONCEDELEON MALDONADO'],
  ])('of %# is the same person as «%s»', (holder, name) => {
    const compared = compare(holder, name)
    expect(compared).toMatchObject({ result: 'match' })
    expect(compared.score).toBeGreaterThanOrEqual(0.8)
  })

  test.each<[string, typeof guadalupe, string]>([
    ['a sister with another first name', guadalupe, 'ROSA HERNANDEZ DE LA CRUZ'],
    ['a sister with the same first of two names', guadalupe, 'MARIA ELENA HERNANDEZ DE LA CRUZ'],
    ['a brother', juan, 'JOSE LUIS PEREZ NUNEZ'],
    ['a brother whose name differs by its ending', guadalupe, 'MARIO GUADALUPE HERNANDEZ DE LA CRUZ'],
    ['a person with the same first names', guadalupe, 'MARIA GUADALUPE GARCIA LOPEZ'],
    ['a person with one surname in common', juan, 'JOSE JUAN PEREZ GARCIA'],
    ['a person with nothing in common', francisco, 'COMERCIALIZADORA DEL NORTE SA DE CV'],
    ['a person with surnames that only begin alike', francisco, 'FRANCISCO JAVIER RODARTE VARGAS'],
  ])('of %s is a mismatch', (_who, holder, name) => {
    const compared = compare(holder, name)
    expect(compared).toMatchObject({ result: 'mismatch' })
    expect(compared.score).toBeLessThan(0.5)
  })

  test.each<[string, typeof guadalupe, string | null]>([
    ['lacks a surname', guadalupe, 'MARIA GUADALUPE HERNANDEZ'],
    ['lacks the first names', guadalupe, 'HERNANDEZ DE LA CRUZ'],
    ['has only initials of the first names', guadalupe, 'M G HERNANDEZ DE LA CRUZ'],
    [
      'has one surname more than the registered one',
      { ...juan, last_name: 'Pérez' },
      'JOSE JUAN PEREZ NUNEZ',
    ],
    ['is missing', guadalupe, null],
    ['is empty', guadalupe, '  .- '],
  ])('that %s is doubtful', (_what, holder, name) => {
    expect(compare(holder, name).result).toBe('doubtful')
  })

  test('is shown with the words that match, how they match, and those without a match', () => {
    expect(compare(guadalupe, 'HDZ DELACRUZ MA. ELENA')).toMatchObject({
      matched: [
        { registered: 'de la Cruz', reported: 'DELACRUZ', how: 'joined' },
        { registered: 'Hernández', reported: 'HDZ', how: 'abbreviation' },
        { registered: 'María', reported: 'MA', how: 'abbreviation' },
      ],
      only_registered: ['Guadalupe'],
      only_reported: ['ELENA'],
    })
  })
})

describe('an RFC on both sides', () => {
  const holder = { ...juan, rfc: 'PENJ800416AB1', curp: 'PENJ800416HDFRXN05' }
  const compareRfc = (name: string | null, rfc: string | null) => compareOwner(holder, { name, rfc }).result

  test('that differs, also by its homoclave alone, is a mismatch whatever the name is', () => {
    expect(compareRfc('JOSE JUAN PEREZ NUNEZ', 'PENJ800416AB2')).toBe('mismatch')
    expect(compareRfc('JOSE JUAN PEREZ NUNEZ', 'TCU200828RX8')).toBe('mismatch')
  })

  test('that is equal makes another name doubtful and a doubtful or missing name a match', () => {
    expect(compareRfc('ROSA GARCIA LOPEZ', 'PENJ800416AB1')).toBe('doubtful')
    expect(compareRfc('PEREZ NUNEZ', 'penj-800416-ab1')).toBe('match')
    expect(compareRfc(null, 'PENJ800416AB1')).toBe('match')
  })

  test.each([null, '', 'ND', 'PENJ800416', 'XAXX010101000'])('that is «%s» decides nothing', (rfc) => {
    expect(compareIdentity(holder, rfc)).toBe('none')
    expect(compareIdentity({ rfc, curp: null }, 'PENJ800416AB1')).toBe('none')
    expect(compareRfc('JOSE JUAN PEREZ NUNEZ', rfc)).toBe('match')
  })

  test('may be a CURP, which is compared with the worker’s CURP', () => {
    expect(compareIdentity(holder, 'PENJ800416HDFRXN05')).toBe('equal')
    expect(compareIdentity(holder, 'PENL800416HDFRXN05')).toBe('different')
    expect(compareIdentity({ ...holder, curp: null }, 'PENJ800416HDFRXN05')).toBe('none')
  })
})

const first_names = [
  'María',
  'José',
  'Guadalupe',
  'Ángel',
  'Sofía',
  'Íñigo',
  'Luis',
  'Ximena',
  'Begoña',
  'Raúl',
]
const surnames = [
  'Hernández',
  'Núñez',
  'García',
  'Cruz',
  'Peña',
  'Agüero',
  'López',
  'Salazar',
  'Ruiz',
  'Ávila',
]
const anyPerson = fc.record({
  first: fc.uniqueArray(fc.constantFrom(...first_names), { minLength: 1, maxLength: 2 }),
  last: fc.uniqueArray(fc.constantFrom(...surnames), { minLength: 2, maxLength: 2 }),
})
type Person = { first: string[]; last: string[] }
const registered = ({ first, last }: Person): RegisteredName => ({
  first_name: first.join(' '),
  last_name: last.join(' '),
})
const wordsOf = ({ first, last }: Person) => [...first, ...last]

describe('the score of any two names', () => {
  test('does not depend on the order of the reported words', () => {
    const twoAndOrder = fc
      .tuple(anyPerson, anyPerson)
      .chain(([one, other]) =>
        fc.tuple(
          fc.constant(one),
          fc.constant(wordsOf(other)),
          fc.shuffledSubarray(wordsOf(other), { minLength: wordsOf(other).length }),
        ),
      )
    fc.assert(
      fc.property(twoAndOrder, ([one, words, shuffled]) => {
        const { score } = compareNames(registered(one), words.join(' '))
        expect(compareNames(registered(one), shuffled.join(' ')).score).toBe(score)
      }),
    )
  })

  test('does not depend on accents and case', () => {
    const plain = (text: string) => text.normalize('NFD').replace(/\p{Mark}/gu, '')
    fc.assert(
      fc.property(anyPerson, anyPerson, (one, other) => {
        const name = wordsOf(other).join(' ')
        const { score } = compareNames(registered(one), name)
        for (const text of [plain(name), name.toUpperCase(), name.toLowerCase(), name.normalize('NFD')])
          expect(compareNames(registered(one), text).score).toBe(score)
      }),
    )
  })

  test('is the same in both directions where both have two surnames', () => {
    fc.assert(
      fc.property(anyPerson, anyPerson, (one, other) => {
        const { score } = compareNames(registered(one), wordsOf(other).join(' '))
        expect(compareNames(registered(other), wordsOf(one).join(' ')).score).toBe(score)
      }),
    )
  })

  test('is 1 for the same words and never a match where a first name or surname differs', () => {
    fc.assert(
      fc.property(anyPerson, anyPerson, (one, other) => {
        expect(compareNames(registered(one), wordsOf(one).join(' ')).score).toBe(1)
        const lacking = wordsOf(one).filter((word) => !wordsOf(other).includes(word))
        const added = wordsOf(other).filter((word) => !wordsOf(one).includes(word))
        if (lacking.length === 0 || added.length === 0) return
        expect(compareNames(registered(one), wordsOf(other).join(' ')).score).toBeLessThan(0.5)
      }),
    )
  })

  test('is between 0 and 1 for any text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (first_name, last_name, name) => {
        const { score } = compareNames({ first_name, last_name }, name)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
      }),
    )
  })
})
