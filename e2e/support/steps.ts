import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { drawWithFinger } from './draw.ts'
import { fillProof } from './vouchers.ts'

/** Types an amount in the sheet that the slider's figure opens. */
export async function typeAmount(page: Page, amount: string) {
  await page.getByRole('button', { name: 'Escribir otra cantidad' }).click()
  const sheet = page.getByRole('dialog', { name: 'Ingreso' })
  await sheet.getByRole('textbox').fill(amount)
  await sheet.getByRole('button', { name: 'Aceptar' }).click()
  await expect(sheet).toBeHidden()
}

/** Taps Solicitar and confirms the question. */
export async function confirmRequest(page: Page, question: string) {
  await page.getByRole('button', { name: 'Solicitar' }).tap()
  const sheet = page.getByRole('dialog', { name: question })
  await sheet.getByRole('button', { name: 'Confirmar' }).tap()
}

interface Signing {
  /** Beginning of the file name of the signed contract. */
  contract: string
  /** Whether axe checks each step. */
  accessible?: boolean
}

/** Accepts the offer on screen: location, contract, drawn signature; waits until the money is sent. */
export async function signOffer(page: Page, { contract, accessible = false }: Signing) {
  const checkAccessible = async () => accessible && (await expectAccessible(page))
  const accept = page.getByRole('button', { name: 'Aceptar', exact: true })
  await expect(accept).toBeVisible()
  await checkAccessible()
  await accept.tap()
  await shareLocation(page)
  await expect(page.getByRole('heading', { name: 'Tu contrato' })).toBeVisible()
  await page.getByRole('button', { name: 'Leer el contrato completo (PDF)' }).tap()
  await expect(page.getByText(/Página 1 de \d/).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Contrato' }).locator('canvas')).toBeVisible()
  await page.getByRole('dialog', { name: 'Contrato' }).getByRole('button', { name: 'Cerrar' }).tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await checkAccessible()
  await page.getByRole('button', { name: 'Firmar', exact: true }).tap()
  const next = page.getByRole('button', { name: 'Continuar' })
  await expect(next).toBeDisabled()
  await drawWithFinger(page, page.getByRole('img', { name: /firma/ }))
  await expect(next).toBeEnabled()
  await clearSignature(page)
  await drawWithFinger(page, page.getByRole('img', { name: /firma/ }))
  await checkAccessible()
  await continueToConfirm(page)
  await expect(page.getByRole('img', { name: 'Tu firma' })).toBeVisible()
  await checkAccessible()
  await page.getByRole('button', { name: 'Terminar' }).tap()
  await expect(page.getByText('El dinero ha sido enviado.')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Tu dinero ya está en tu cuenta.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('list', { name: 'El camino de tu dinero' }).getByRole('listitem')).toHaveCount(
    4,
  )
  await checkAccessible()
  await downloadContract(page, contract)
}

/** Clears the signature; Continuar is then disabled. */
async function clearSignature(page: Page) {
  await page.getByRole('button', { name: 'Limpiar' }).tap()
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeDisabled()
}

/** Continues to the screen that shows the signature for confirmation. */
export async function continueToConfirm(page: Page) {
  await page.getByRole('button', { name: 'Continuar' }).tap()
  await expect(page.getByRole('heading', { name: 'Confirma' })).toBeVisible()
}

/** Downloads the signed contract; repeats until the queue has sealed it. */
async function downloadContract(page: Page, name: string) {
  await expect(async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 3000 }),
      page.getByRole('button', { name: 'Descargar Contrato' }).tap(),
    ])
    expect(download.suggestedFilename()).toMatch(new RegExp(`^${name}_[AC]-\\d{6}\\.pdf$`))
  }).toPass({ timeout: 30_000 })
  await expect(page.getByText('El contrato se ha descargado correctamente.')).toBeVisible()
}

/** Waits until a payment's dialog shows what the typed amount will do: it registers nothing before. */
export async function seePreview(dialog: Locator) {
  const part = dialog.getByRole('region', { name: 'Qué hará este pago' })
  await expect(part).toHaveAttribute('aria-busy', 'false')
}

/** Registers a payment on the loan's payments tab: of the suggested amount, or of another in pesos. */
export async function registerPayment(page: Page, amount?: string) {
  await page.getByRole('button', { name: 'Nuevo pago' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Nuevo pago' })
  if (amount !== undefined) await dialog.getByLabel('Cantidad a pagar').fill(amount)
  await fillProof(dialog)
  await seePreview(dialog)
  await dialog.getByRole('button', { name: 'Registrar pago' }).click()
  await expect(dialog).toBeHidden()
}

/** Shares the location and waits for the contract; retries the location once, because it may fail under load. */
export async function shareLocation(page: Page) {
  await page.getByRole('button', { name: 'Aceptar y compartir ubicación' }).click()
  const contract = page.getByRole('button', { name: 'Leer el contrato completo (PDF)' })
  const retryButton = page.getByRole('button', { name: 'Intentar de nuevo' })
  await expect(contract.or(retryButton)).toBeVisible({ timeout: 30_000 })
  if (await retryButton.isVisible()) await retryButton.click()
  await expect(contract).toBeVisible({ timeout: 30_000 })
}
