import { randomUUID } from 'node:crypto'
import { expect, type Locator } from '@playwright/test'
import { takePhoto } from './photo.ts'

/** Uploads a picture of a deposit slip in a form and waits until it is there. */
export async function uploadVoucher(form: Locator, name = 'ficha') {
  const photo = await takePhoto(form.page(), { name, width: 900, height: 600 })
  await form.getByLabel('Suelta aquí el comprobante o elígelo').setInputFiles(photo)
  await expect(form.getByRole('button', { name: /^Quitar/ })).toBeVisible({ timeout: 20_000 })
}

/** Fills in what proves a payment outside STP: a reference that no other payment has, and a voucher. */
export async function fillProof(form: Locator, reference = `REF-${randomUUID().slice(0, 8)}`) {
  await form.getByLabel('Referencia').fill(reference)
  await uploadVoucher(form)
  return reference
}
