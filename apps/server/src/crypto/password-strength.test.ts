import { expect, test } from 'vitest'
import { countOtherLetters, passwordScore } from './password-strength.ts'

const known = ['quincena', 'gerardo.peña@empresa.mx', 'Gerardo', 'Peña Ruiz']

test.each([
  ...['password', 'aaaaaaaa', '12345678', '        ', 'quincena', 'qwertyuiop12', 'P4ssw0rd!', 'mexico123'],
  ...['gerardo.peña@empresa.mx', 'Gerardo2026', 'Guadalajara10', 'largalarga'],
])('estimates «%s» below a million guesses', async (password) => {
  expect(await passwordScore(password, known)).toBeLessThan(2)
})

test.each(['tortuga-lenta-verde', 'Trueno-Lejano-58', 'Mango.Verde.19', 'dfkj3849!dksaj3'])(
  'estimates «%s» above a hundred million guesses',
  async (password) => expect(await passwordScore(password, known)).toBeGreaterThanOrEqual(3),
)

const gerardo = ['quincena', 'personal1@quincena.mx', 'Gerardo', 'Soto']
const ana = ['quincena', 'trabajador1@empresa.mx', 'Ana', 'Ramírez Núñez']

test.each([
  ...['Gerardo-Soto-1', 'GerardoSoto2026', 'gerardo.soto.1', 'Quincena-2027!', 'Quincena.Quincena'],
  ...['Mexico2026!!', 'personal1@quincena', 'Empresa-1-2026', 'G3rard0-S0to!', 'Soto-México-Nómina-26'],
])('finds fewer than 8 other letters in «%s» of staff', (password) => {
  expect(countOtherLetters(password, gerardo)).toBeLessThan(8)
})

test.each(['Ana-1990', 'Ana.Ramirez', 'anaramirez', 'Ramirez1', 'Núñez.Ramírez.1990'])(
  'finds fewer than 6 other letters in «%s» of a worker',
  (password) => expect(countOtherLetters(password, ana)).toBeLessThan(6),
)

test.each([
  ...['Nube-Cercana-2046', 'Trueno-Lejano-58', 'tortuga-lenta-verde', 'Lluvia-Lenta-58-Trueno'],
  ...['x7$kQ2!9pL4z', 'Gerardo-tortuga-lenta', 'mi quincena dura poco', 'dfkj3849!dksaj3'],
])('finds 8 other letters or more in «%s»', (password) => {
  expect(countOtherLetters(password, gerardo)).toBeGreaterThanOrEqual(8)
})

test('finds 6 other letters or more in a worker’s word beside the name', () => {
  expect(countOtherLetters('Ana-Tortuga-26', ana)).toBeGreaterThanOrEqual(6)
})
