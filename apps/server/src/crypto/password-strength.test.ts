import { expect, test } from 'vitest'
import { passwordScore } from './password-strength.ts'

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
