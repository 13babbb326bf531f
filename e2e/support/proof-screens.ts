import { expect, type Page } from '@playwright/test'
import { call, signInByHttp } from './http.ts'
import { makeSignedCredit } from './loan-commands.ts'
import { takePhoto } from './photo.ts'
import { shoot, signInAs, visit } from './screenshots.ts'
import { fillProof, uploadVoucher } from './vouchers.ts'
import { makeWorker } from './workers.ts'

/** Registers a deposit with a voucher on a new worker's credit; returns the payment's id and its loan. */
async function payWithVoucher(page: Page, name: string) {
  const { token } = await signInByHttp('gerente@demo.quincena.mx')
  const loan = await makeSignedCredit((await makeWorker(name)).token, 6000)
  const { buffer, mimeType } = await takePhoto(page, { name: 'Ficha', width: 900, height: 600 })
  const form = new FormData()
  form.set('file', new File([new Uint8Array(buffer)], 'ficha-de-deposito.jpg', { type: mimeType }))
  const { voucher } = (await call('/loan/payment-vouchers', { token, method: 'POST', body: form })).json
  const account = (await call('/treasury/bank-accounts', { token })).json.results[0].id
  const quote = (await call(`/loan/${loan.id}/payoff`, { token })).json
  const body = {
    ...{ loan_request: loan.id, previous_amount_due: quote.amount_due, amount_paid: 1_120.5 },
    ...{ channel: 'deposit', value_date: quote.day, bank_account: account },
    ...{ reference: `DEP-${loan.id}`, voucher },
  }
  const paid = await call('/loan/payment', { token, method: 'POST', key: crypto.randomUUID(), body })
  expect(paid.status, paid.bytes.toString()).toBe(201)
  return { loan, payment: Number(paid.json.id) }
}

/** Another person decides on the voucher of a payment. */
async function decide(payment: number, decision: 'approve' | 'refuse') {
  const { token } = await signInByHttp('admin@demo.quincena.mx')
  const found = await call(`/treasury/payment-proofs?payment=${payment}`, { token })
  const { approval } = found.json.results[0]
  const body = decision === 'refuse' ? { reason: 'La fecha de la ficha es otra.' } : {}
  const key = crypto.randomUUID()
  const decided = await call(`/approvals/${approval}/${decision}`, { token, method: 'POST', key, body })
  expect(decided.status, decided.bytes.toString()).toBe(200)
}

/** Takes screenshots of what proves payments: list, dialogs, request, the loan's payments and both forms. */
export async function shootProofs(page: Page) {
  const manager = (await signInByHttp('gerente@demo.quincena.mx')).token
  await signInAs(page, manager)
  const waiting = await payWithVoucher(page, 'Noemí')
  const rejected = await payWithVoucher(page, 'Óscar')
  const confirmed = await payWithVoucher(page, 'Pilar')
  await decide(rejected.payment, 'refuse')
  await decide(confirmed.payment, 'approve')
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
