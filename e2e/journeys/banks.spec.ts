import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { registerDeposit, statementFile } from '../support/banks.ts'
import { signInByHttp } from '../support/http.ts'
import { makeSignedCredit } from '../support/loan-commands.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

const file = statementFile([
  ['SPEI RECIBIDO', 'BAN77001', '510.25', ''],
  ['DEPOSITO EN VENTANILLA', '', '900.00', ''],
  ['COMISION MENSUAL', '', '', '116.00'],
  ['SPEI RECIBIDO', 'X1', '1.234', ''],
])

/** Adds an account on the screen and opens it; returns its id. */
async function addAccount(page: Page, name: string): Promise<number> {
  await page.goto('/quincena/tesoreria/bancos')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Agregar cuenta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar cuenta bancaria' })
  await dialog.getByLabel('Nombre').fill(name)
  await dialog.getByLabel('CLABE interbancaria (opcional)').fill('012180001234567891')
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await expect(dialog.getByText('La CLABE interbancaria no es válida. Revisa sus dígitos.')).toBeVisible()
  await dialog.getByLabel('CLABE interbancaria (opcional)').fill('')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await page.getByRole('row', { name: new RegExp(name) }).click()
  await expect(page.getByText('Aún no hay movimientos del banco')).toBeVisible()
  await expectAccessible(page)
  return Number(new URL(page.url()).searchParams.get('cuenta'))
}

test('a statement proves a payment by itself; a person matches another line and explains a third', async ({
  openStaffApp,
}) => {
  const name = `Cobranza ${Date.now() % 100_000}`
  const loan = await makeSignedCredit((await makeWorker('Berenice')).token, 6120)
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  const page = await openStaffApp(token)

  const account = await test.step('an admin adds an account', () => addAccount(page, name))
  await registerDeposit({ loan, account, amount: 510.25, reference: 'BAN77001' })
  await registerDeposit({ loan, account, amount: 700, reference: 'V-1' })

  await test.step('the file is read with its columns; the wrong row says why', async () => {
    await page.getByRole('tab', { name: 'Estados de cuenta' }).click()
    await page.getByLabel('Suelta aquí el estado de cuenta o elígelo').setInputFiles(file)
    await expect(page.getByRole('combobox', { name: 'Depósitos' })).toHaveValue('Abonos')
    await expect(page.getByText(/4 renglones, 1 que no se puede leer/)).toBeVisible()
    await expect(page.getByRole('row', { name: /1\.234.*Depósitos/ })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('combobox', { name: 'Fecha' }).click()
    await page.getByRole('option', { name: 'No viene' }).click()
    await expect(page.getByText('Elige la columna de la fecha')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Subir estado de cuenta' })).toBeDisabled()
    await page.getByRole('combobox', { name: 'Fecha' }).click()
    await page.getByRole('option', { name: 'Fecha' }).click()
    await page.getByRole('button', { name: 'Subir estado de cuenta' }).click()
  })

  await test.step('it proves the known payment and lists the row that it could not read', async () => {
    await expect(page.getByText('Un pago quedó conciliado solo. Lo demás queda por conciliar.')).toBeVisible()
    await expect(page.getByRole('row', { name: /^6 Depósitos/ })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Ir a conciliar' }).click()
  })

  await test.step('a person matches a deposit with a payment; what is left stays open', async () => {
    await page.getByRole('radio', { name: /VENTANILLA/ }).check()
    await page.getByRole('checkbox', { name: /Berenice/ }).check()
    await expect(page.getByText('Quedan $200.00 por conciliar')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Conciliar', exact: true }).click()
    await expect(page.getByText('1 pago conciliado por $700.00.')).toBeVisible()
    const line = page.getByRole('region', { name: 'Movimiento elegido' })
    await expect(line.getByText('quedan $200.00')).toBeVisible()
    await expect(line.getByText(/^A mano, por /)).toBeVisible()
  })

  await test.step('a withdrawal is explained, and the explanation can be taken back', async () => {
    await page.getByRole('radio', { name: /COMISION/ }).check()
    await page.getByRole('button', { name: 'No es un pago…' }).click()
    const dialog = page.getByRole('dialog', { name: 'No es un pago' })
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(dialog.getByText('Elige qué es este movimiento')).toBeVisible()
    await dialog.getByLabel('Comisión del banco').check()
    await dialog.getByLabel('Motivo').fill('Comisión de noviembre')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByRole('radio', { name: /COMISION/ })).toHaveCount(0)
    await page.getByRole('tab', { name: 'Movimientos' }).click()
    await page.getByText('No son pagos').click()
    await page.getByRole('row', { name: /COMISION/ }).click()
    const shown = page.getByRole('dialog', { name: 'Movimiento del banco' })
    await expect(shown.getByText(/Comisión de noviembre/)).toBeVisible()
    await expectAccessible(page)
    await shown.getByRole('button', { name: 'Deshacer' }).click()
    const asked = page.getByRole('dialog', { name: '¿Deshacer lo que dice de este movimiento?' })
    await asked.getByRole('button', { name: 'Deshacer' }).click()
    await shown.getByRole('link', { name: 'Conciliar' }).click()
    await expect(page.getByText(/Es un retiro/)).toBeVisible()
  })

  await test.step('a matched payment can be taken from its line', async () => {
    await page.getByRole('tab', { name: 'Movimientos' }).click()
    await page.getByText('Conciliados', { exact: true }).click()
    await page.getByRole('row', { name: /BAN77001/ }).click()
    const shown = page.getByRole('dialog', { name: 'Movimiento del banco' })
    await expect(shown.getByText('Misma referencia y monto')).toBeVisible()
    await shown.getByRole('button', { name: 'Deshacer: Berenice' }).click()
    const asked = page.getByRole('dialog', { name: '¿Deshacer la conciliación?' })
    await asked.getByRole('button', { name: 'Deshacer' }).click()
    await expect(shown.getByText('Sin conciliar')).toBeVisible()
  })
})
