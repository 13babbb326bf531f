import { expect, type Page } from '@playwright/test'
import { signInByHttp } from './http.ts'
import { makeSignedCredit } from './loan-commands.ts'
import { decideProof, payByHttp } from './proofs.ts'
import { shoot, signInAs, visit } from './screenshots.ts'
import { fillProof, uploadVoucher } from './vouchers.ts'
import { makeWorker } from './workers.ts'

/** Registers a deposit with a voucher on a new worker's credit; returns the payment's id and its loan. */
async function payWithVoucher(page: Page, name: string) {
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const loan = await makeSignedCredit((await makeWorker(name)).token, 6000)
  return { loan, payment: await payByHttp(page, token, { loan: loan.id, pesos: () => 1_120.5 }) }
}

/** Takes screenshots of what proves payments: list, dialogs, request, the loan's payments and both forms. */
export async function shootProofs(page: Page) {
  const manager = (await signInByHttp('gerente@demo.quincena.mx')).token
  await signInAs(page, manager)
  const waiting = await payWithVoucher(page, 'Noemí')
  const rejected = await payWithVoucher(page, 'Óscar')
  const confirmed = await payWithVoucher(page, 'Pilar')
  await decideProof(rejected.payment, 'refuse')
  await decideProof(confirmed.payment, 'approve')
  await visit(page, 'tesoreria/por-comprobar', 'staff-proofs')
  await visit(page, 'tesoreria/por-comprobar?state=rejected', 'staff-proofs-rejected')
  await visit(page, 'tesoreria/por-comprobar?search=nadie', 'staff-proofs-none')
  const picture = page.getByRole('img', { name: 'ficha-de-deposito.jpg' })
  await page.goto(`/quincena/tesoreria/por-comprobar?pago=${waiting.payment}`)
  await expect(picture).toBeVisible()
  await shoot(page, 'staff-proof-pending')
  await page.goto(`/quincena/tesoreria/por-comprobar?pago=${rejected.payment}`)
  await expect(picture).toBeVisible()
  await shoot(page, 'staff-proof-rejected')
  await page.getByRole('button', { name: 'Enviar otro comprobante' }).click()
  await uploadVoucher(page.getByRole('dialog'))
  await shoot(page, 'staff-proof-send')
  await visit(page, `detalle-credito/${rejected.loan.id}?tab=pagos`, 'staff-proof-loan-rejected')
  await visit(page, `detalle-credito/${confirmed.loan.id}?tab=pagos`, 'staff-proof-loan')
  await page.getByRole('button', { name: 'Nuevo pago' }).first().click()
  await fillProof(page.getByRole('dialog'))
  await shoot(page, 'staff-proof-payment')
  await page.goto(`/quincena/detalle-credito/${confirmed.loan.id}?tab=pagos`)
  await page.getByRole('button', { name: 'Liquidar' }).click()
  await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible()
  await page.getByRole('button', { name: 'Registrar liquidación' }).click()
  await expect(page.getByText('Sube el comprobante del pago.')).toBeVisible()
  await shoot(page, 'staff-proof-payoff-errors')
  await signInAs(page, (await signInByHttp('admin@demo.quincena.mx')).token)
  await page.goto(`/quincena/tesoreria/por-comprobar?pago=${waiting.payment}`)
  await page.getByRole('link', { name: 'Ver la autorización' }).click()
  await expect(picture).toBeVisible()
  await shoot(page, 'staff-proof-request')
}
