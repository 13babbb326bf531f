import { expect, type Page } from '@playwright/test'
import { loanBook } from '../../apps/server/test/loan-book.ts'
import { call, signInByHttp } from './http.ts'
import { shoot, visit } from './screenshots.ts'

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
let last = Date.now() % 900_000

/** A workbook with a credit of a worker of the demo, whose balance is `claimed` pesos; a wrong date on request. */
async function bookFile({ claimed, first_day }: { claimed: number; first_day: string }) {
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  const people = await call('/auth/users?user_type=U2&is_active=true&page_size=20', { token })
  const [worker] = people.json.results.filter(({ company }: { company: unknown }) => company !== null)
  const company = (await call(`/company/${worker.company.id}`, { token })).json
  last += 1
  const id = { 'Folio anterior': `NOM-${last}` }
  const terms = { Tipo: 'Crédito', Monto: 12_000, 'Tasa anual': '36%', Frecuencia: 'Mensual' }
  const days = ['15/06/2026', '15/07/2026', first_day]
  const buffer = loanBook({
    loans: [
      {
        ...{ ...id, 'Clave de la empresa': company.key, 'Número de empleado': worker.key, ...terms },
        ...{ 'Número de pagos': 12, 'Fecha de entrega': '15/05/2026' },
      },
    ],
    payments: days.map((Fecha) => ({ ...id, Fecha, Monto: 1200, 'Forma de pago': 'Descuento' })),
    balances: [{ ...id, Saldo: claimed }],
  })
  return { name: 'prestamos-vigentes.xlsx', mimeType, buffer }
}

/** Takes pictures of the import of loans: empty, a workbook to correct, a good one, and the request. */
export async function shootLoanImport(page: Page) {
  await visit(page, 'importar-prestamos', 'staff-import-loans')
  const choose = page.getByLabel('Suelta aquí tu archivo o elígelo')
  await choose.setInputFiles(await bookFile({ claimed: 11_000, first_day: '99/99/2026' }))
  await expect(page.getByRole('region', { name: 'Filas por corregir' })).toBeVisible()
  await shoot(page, 'staff-import-loans-problems')
  await page.getByRole('button', { name: 'Quitar archivo' }).click()
  await page.getByRole('checkbox', { name: /acepte las diferencias/ }).check()
  await choose.setInputFiles(await bookFile({ claimed: 11_000, first_day: '15/08/2026' }))
  await expect(page.getByRole('region', { name: 'Totales por empresa' })).toBeVisible()
  await shoot(page, 'staff-import-loans-preview')
  await page.getByRole('button', { name: 'Pedir autorización' }).click()
  await expect(page.getByRole('link', { name: 'Ver la solicitud' })).toBeVisible()
  await shoot(page, 'staff-import-loans-waiting')
}
