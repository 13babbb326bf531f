import { bookOf, workerCells, workersSheet } from '../../apps/server/test/worker-sheet.ts'

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
// Starts from the time, so that keys differ from those of the demo and of earlier runs on the same server.
let last = Date.now() % 900_000

const next = () => {
  last += 1
  return last
}

/** A spreadsheet of new workers; the second has an invalid CURP, the last an invalid phone number. */
export function workersFile(count: number) {
  const wrongValues: Record<number, Record<string, string>> = {
    1: { CURP: 'ABC' },
    [count - 1]: { Teléfono: '12' },
  }
  const rows = Array.from({ length: count }, (_, index) => workerCells(next(), wrongValues[index] ?? {}))
  return { name: `trabajadores-${last}.xlsx`, mimeType, buffer: bookOf(workersSheet(rows)) }
}

const companyHeaders = [
  ...['Clave', 'Nombre', 'Industria', 'Dirección', 'Correo electrónico', 'Teléfono'],
  ...['Tasa de interés', 'Comisión por anticipo'],
]

/** A spreadsheet of one new company in the old Excel format (.xls, BIFF8). */
export function companiesFile() {
  const key = `C${next()}`
  const row = [key, `Carga ${key}`, 'Salud', 'Calle 1', `rh@${key}.mx`, '5512345678', 0.18, 150]
  return {
    ...{ key, name: 'empresas.xls', mimeType: 'application/vnd.ms-excel' },
    buffer: bookOf([companyHeaders, row], 'biff8'),
  }
}

/** An HTML page with the file name of a spreadsheet. */
export const falseFile = {
  name: 'reporte.xlsx',
  mimeType,
  buffer: Buffer.from('<html><table></table></html>'),
}
