import { expect, test } from 'vitest'
import { exportFileName } from './file-name.ts'

const file = { list: 'Creditos', company: null, today: '2026-11-21', format: 'xlsx' } as const
const month = { from: '2026-11-01', to: '2026-11-30' }

test.each([
  [{}, 'Creditos_2026-11-21.xlsx'],
  [{ list: 'Usuarios', format: 'csv' }, 'Usuarios_2026-11-21.csv'],
  [month, 'Creditos_2026-11-01_2026-11-30.xlsx'],
  [{ ...month, company: 'Textiles "Ñandú", S.A.' }, 'Creditos_Textiles-Nandu-S-A_2026-11-01_2026-11-30.xlsx'],
  [{ from: '2026-11-01' }, 'Creditos_desde_2026-11-01.xlsx'],
  [{ to: '2026-11-30', company: 'Norte' }, 'Creditos_Norte_hasta_2026-11-30.xlsx'],
  [{ company: '´´´' }, 'Creditos_2026-11-21.xlsx'],
] as const)('a file of %o is named %s', (changes, name) => {
  expect(exportFileName({ ...file, ...changes })).toBe(name)
})
