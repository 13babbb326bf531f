import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/axe.ts'
import { signInByHttp } from '../support/http.ts'
import { makeSignedCredit } from '../support/loan-commands.ts'
import { registerPayment } from '../support/steps.ts'
import { expect, test } from '../support/test.ts'
import { uploadVoucher } from '../support/vouchers.ts'
import { makeWorker } from '../support/workers.ts'

const tokenOf = async (name: string) => (await signInByHttp(`${name}@demo.quincena.mx`)).token

/** A manager registers the suggested payment of a new worker's credit; returns the row of the loan's payments. */
async function registerDeposit(staffPage: Page, name: string) {
  const { token } = await makeWorker(name)
  const loan = await makeSignedCredit(token, 6000)
  await staffPage.goto(`/quincena/detalle-credito/${loan.id}?tab=pagos`)
  await registerPayment(staffPage)
  const payments = staffPage.getByRole('region', { name: 'Historial de pagos' })
  const row = payments.getByRole('row').nth(1)
  await expect(row.getByText('Por comprobar')).toBeVisible()
  await expect(row.getByText('Lo confirma otra persona')).toBeVisible()
  return { loan, row }
}

/** Another person opens the payment's request from the list of payments to prove. */
async function openRequest(page: Page, folio: string) {
  await page.goto(`/quincena/tesoreria/por-comprobar?search=${folio}`)
  await page
    .getByRole('row', { name: new RegExp(folio) })
    .getByText('Por comprobar')
    .click()
  const dialog = page.getByRole('dialog', { name: 'Comprobación del pago' })
  await expect(dialog.getByRole('img', { name: 'ficha.jpg' })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('link', { name: 'Ver la autorización' }).click()
  const request = page.getByRole('dialog', { name: 'Autorización' })
  await expect(request.getByRole('img', { name: 'ficha.jpg' })).toBeVisible()
  await expectAccessible(page)
  return request
}

test('a payment with a voucher counts at once, and a second person who sees the voucher proves it', async ({
  openStaffApp,
}) => {
  const staffPage = await openStaffApp(await tokenOf('gerente'))
  const { loan, row } = await registerDeposit(staffPage, 'Olga')
  await expectAccessible(staffPage)

  await test.step('the registrar cannot confirm it', async () => {
    const own = await openRequest(staffPage, loan.folio)
    await expect(own.getByText('La pediste tú: la autoriza otra persona.')).toBeVisible()
    await expect(own.getByRole('button', { name: 'Autorizar' })).toHaveCount(0)
    await staffPage.goto(`/quincena/detalle-credito/${loan.id}?tab=pagos`)
    await expect(row.getByText('Por comprobar')).toBeVisible()
  })

  await test.step('a second person opens the voucher and confirms it', async () => {
    const adminPage = await openStaffApp(await tokenOf('admin'))
    const request = await openRequest(adminPage, loan.folio)
    await request.getByRole('button', { name: 'Autorizar' }).click()
    await request.getByRole('button', { name: 'Sí, autorizar' }).click()
    await expect(adminPage.getByText('Quedó autorizada.')).toBeVisible()
    await adminPage.goto(`/quincena/tesoreria/por-comprobar?state=confirmed&search=${loan.folio}`)
    await expect(adminPage.getByRole('row', { name: new RegExp(loan.folio) })).toBeVisible()
  })

  await test.step('the loan shows it without a reload', async () => {
    await expect(row.getByText('Comprobado', { exact: true })).toBeVisible()
    await expectAccessible(staffPage)
  })
})

test('a rejected voucher is answered with a new one, and the payment counts meanwhile', async ({
  openStaffApp,
}) => {
  const staffPage = await openStaffApp(await tokenOf('gerente'))
  const { loan, row } = await registerDeposit(staffPage, 'Paula')
  const adminPage = await openStaffApp(await tokenOf('admin'))

  await test.step('the second person rejects it with a reason', async () => {
    const request = await openRequest(adminPage, loan.folio)
    await request.getByRole('button', { name: 'Rechazar' }).click()
    await request.getByLabel('Motivo').fill('La fecha de la ficha es otra')
    await request.getByRole('button', { name: 'Rechazar' }).click()
    await expect(adminPage.getByText(/^Quedó rechazada/)).toBeVisible()
  })

  await test.step('the registrar reads the reason and sends another voucher', async () => {
    await expect(row.getByText('Comprobante rechazado')).toBeVisible()
    await expect(staffPage.getByRole('img', { name: '1 de 6 pagos' })).toBeVisible()
    await row.getByRole('button', { name: /^Ver motivo/ }).click()
    const dialog = staffPage.getByRole('dialog', { name: 'Comprobación del pago' })
    await expect(dialog.getByText('La fecha de la ficha es otra')).toBeVisible()
    await expectAccessible(staffPage)
    await dialog.getByRole('button', { name: 'Enviar otro comprobante' }).click()
    await uploadVoucher(dialog, 'ficha nueva')
    await expectAccessible(staffPage)
    await dialog.getByRole('button', { name: 'Enviar comprobante' }).click()
    await expect(dialog.getByRole('img', { name: 'ficha nueva.jpg' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
    await expect(row.getByText('Por comprobar')).toBeVisible()
  })

  await test.step('the second person finds the new voucher among what waits', async () => {
    await adminPage.goto(`/quincena/tesoreria/por-comprobar?search=${loan.folio}`)
    await adminPage
      .getByRole('row', { name: new RegExp(loan.folio) })
      .getByText('Por comprobar')
      .click()
    const dialog = adminPage.getByRole('dialog', { name: 'Comprobación del pago' })
    await expect(dialog.getByRole('img', { name: 'ficha nueva.jpg' })).toBeVisible()
    await expect(dialog.getByRole('link', { name: 'Ver la autorización' })).toBeVisible()
  })
})
