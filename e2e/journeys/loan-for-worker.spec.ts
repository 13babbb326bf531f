import { expectAccessible } from '../support/axe.ts'
import { signInByHttp } from '../support/http.ts'
import { shoot } from '../support/screenshots.ts'
import { expect, test } from '../support/test.ts'
import { makeWorker } from '../support/workers.ts'

test('§8 new credit: a manager requests for a worker, who sees it on the phone [B8.38]', async ({
  openStaffApp,
  openWorkerApp,
}) => {
  const worker = await makeWorker('Jacinta')
  const page = await openStaffApp((await signInByHttp('gerente@demo.quincena.mx')).token)
  let folio = ''

  await test.step('the manager finds the worker by e-mail and adds the credit', async () => {
    await page.goto('/quincena/creditos')
    await page.getByRole('button', { name: 'Agregar', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Agregar crédito' })
    await dialog.getByRole('combobox', { name: 'Persona' }).fill(worker.email)
    await page.getByRole('option', { name: new RegExp(worker.email) }).click()
    await expect(dialog.getByText('Hasta $51,000.00: tres sueldos mensuales.')).toBeVisible()
    await dialog.getByLabel('Monto').fill('6000')
    await dialog.getByRole('radio', { name: '6 meses' }).check()
    await expect(dialog.getByText('Mensualidad')).toBeVisible()
    await expectAccessible(page)
    await shoot(page, 'staff-new-credit')
    await dialog.getByRole('button', { name: 'Agregar' }).click()
    await expect(page.getByText('Crédito agregado correctamente.')).toBeVisible()
    await page.waitForURL(/\/detalle-credito\/\d+$/)
    folio = `C-${page.url().split('/').at(-1)?.padStart(6, '0')}`
    await expect(page.getByText(folio).first()).toBeVisible()
  })

  await test.step('the worker sees the request', async () => {
    const phone = await openWorkerApp(worker.token)
    await phone.goto(`/quincena/app/credit-detail/${Number(folio.slice(2))}`)
    await expect(phone.getByText('$6,000.00').first()).toBeVisible()
    await expect(phone.getByText(folio).first()).toBeVisible()
  })

  await test.step('a second one is refused at the worker’s field', async () => {
    await page.goto(`/quincena/creditos?nueva=true&persona=${worker.id}`)
    await expect(page.getByText('Ya tiene una solicitud de crédito pendiente.')).toBeVisible()
  })
})
