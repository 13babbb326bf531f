import { expect, type Page } from '@playwright/test'
import { addAccount, registerDeposit, statementFile } from './banks.ts'
import { makeSignedCredit } from './loan-commands.ts'
import { shoot } from './screenshots.ts'
import { makeWorker } from './workers.ts'

const file = statementFile([
  ['SPEI RECIBIDO BBVA', 'MX880011', '510.25', ''],
  ['DEPOSITO EN EFECTIVO VENTANILLA SUC 0412 MONTERREY CENTRO', '55120', '1,430.00', ''],
  ['PAGO DE TERCERO JIMENA', '', '700.00', ''],
  ['COMISION POR MANEJO DE CUENTA', '', '', '116.00'],
  ['SPEI RECIBIDO', 'X1', '1.234', ''],
  ['SPEI RECIBIDO', 'X2', '80.00', '', 'ayer'],
])

/** Takes screenshots of the banks: accounts, a statement before and after its upload, matching and the lines. */
export async function shootBanks(page: Page) {
  const loan = await makeSignedCredit((await makeWorker('Jimena')).token, 6120)
  const other = await makeSignedCredit((await makeWorker('Teresa')).token, 7220)
  const account = await addAccount('BBVA cobranza')
  await page.goto(`/quincena/tesoreria/bancos?cuenta=${account}`)
  await shoot(page, 'staff-bank-empty')
  await registerDeposit({ loan, account, amount: 510.25, reference: 'MX880011' })
  await registerDeposit({ loan, account, amount: 730, reference: '55120' })
  await registerDeposit({ loan: other, account, amount: 700, reference: 'V-1' })
  await registerDeposit({ loan: other, account, amount: 845.5, reference: 'NOM-2' })
  await page.goto(`/quincena/tesoreria/bancos?cuenta=${account}&vista=estados`)
  await page.getByLabel('Suelta aquí el estado de cuenta o elígelo').setInputFiles(file)
  await expect(page.getByRole('region', { name: 'Primeros renglones del archivo' })).toBeVisible()
  await shoot(page, 'staff-bank-statement-preview')
  await page.getByRole('button', { name: 'Subir estado de cuenta' }).click()
  await expect(page.getByText(/Lo demás queda por conciliar/)).toBeVisible({ timeout: 30_000 })
  await shoot(page, 'staff-bank-statement-result')
  await page.getByRole('link', { name: 'Ir a conciliar' }).click()
  await expect(page.getByRole('list', { name: 'Movimientos por conciliar' })).toBeVisible()
  await shoot(page, 'staff-bank-match')
  await page.getByRole('radio', { name: /VENTANILLA/ }).check()
  const suggested = page.getByRole('list', { name: 'Pagos sugeridos' })
  await suggested.getByRole('checkbox').first().check()
  await shoot(page, 'staff-bank-match-chosen')
  await page.getByRole('button', { name: 'Conciliar', exact: true }).click()
  await expect(page.getByText(/conciliado por/)).toBeVisible()
  await page.goto(`/quincena/tesoreria/bancos?cuenta=${account}&search=comision`)
  await page.getByRole('radio', { name: /COMISION/ }).check()
  await page.getByRole('button', { name: 'No es un pago…' }).click()
  await shoot(page, 'staff-bank-explain')
  await page.goto(`/quincena/tesoreria/bancos?cuenta=${account}&vista=movimientos`)
  await expect(page.getByRole('row', { name: /VENTANILLA/ })).toBeVisible()
  await shoot(page, 'staff-bank-lines')
  await page.getByRole('row', { name: /VENTANILLA/ }).click()
  await expect(page.getByRole('list', { name: 'Pagos de este movimiento' })).toBeVisible()
  await shoot(page, 'staff-bank-line')
  await page.goto('/quincena/tesoreria/bancos')
  await expect(page.getByRole('row', { name: /BBVA cobranza/ }).first()).toBeVisible()
  await shoot(page, 'staff-banks')
  await page.getByRole('button', { name: 'Agregar cuenta' }).click()
  await shoot(page, 'staff-bank-new')
}
