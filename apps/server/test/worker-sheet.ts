import { type BookType, utils, write } from '@e965/xlsx'
import { userColumns } from '@quincena/domain/imports/user-columns'
import { clabeOf } from '../src/demo/identity.ts'

type Value = string | number | boolean | null
type Sheet = Value[][]

const consonants = 'BCDFGHJKLMNPQRSTVWXYZ'

/** Writes a number as three consonants of a CURP. */
function lettersOf(n: number): string {
  const letter = (place: number) => consonants[Math.floor(n / 21 ** place) % 21] ?? 'B'
  return `${letter(2)}${letter(1)}${letter(0)}`
}

/** A worker's row keyed by the template's headers; `n` makes its values unique. */
export function workerCells(n: number, values: Record<string, Value> = {}): Record<string, Value> {
  const born = new Date(Date.UTC(1970, 0, 1 + Math.floor(n / 9000))).toISOString().slice(0, 10)
  const [year = '', month = '', day = ''] = born.split('-')
  const birth = `${year.slice(2)}${month}${day}`
  return {
    Nombre: 'María José',
    Apellidos: 'Ruiz Peña',
    'Correo electrónico': `persona${n}@correo.mx`,
    Clave: `N${n}`,
    CURP: `RUPM${birth}MNL${lettersOf(n)}05`,
    RFC: `RUPM${birth}${n.toString(36).toUpperCase().padStart(3, '0').slice(-3)}`,
    INE: String(n).padStart(13, '0'),
    Teléfono: '8112345678',
    Género: 'F',
    'Fecha de nacimiento': `${day}/${month}/${year}`,
    Dirección: 'Av. Juárez 120',
    Colonia: 'Centro',
    Ciudad: 'Monterrey',
    Estado: 'Nuevo León',
    'Código postal': '01000',
    Puesto: 'Operadora',
    Departamento: 'Producción',
    'Sueldo quincenal': 8000,
    'Entidad bancaria': 'BBVA',
    'CLABE interbancaria': clabeOf('012', String(500_000 + n).padStart(11, '0')),
    'Número de cuenta bancaria': String(500_000 + n).padStart(11, '0'),
    ...values,
  }
}

/** A sheet of workers' rows under the template's headers. */
export function workersSheet(rows: Record<string, Value>[]): Sheet {
  const headers = userColumns.map(({ header }) => header).filter((header) => header !== 'Apellido materno')
  return [headers, ...rows.map((row) => headers.map((header) => row[header] ?? null))]
}

/** Writes a spreadsheet file; strings stay text cells, and numbers stay numeric cells. */
export function bookOf(rows: Sheet, bookType: BookType = 'xlsx'): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Hoja1')
  return Buffer.from(write(book, { type: 'array', bookType, compression: true }))
}
