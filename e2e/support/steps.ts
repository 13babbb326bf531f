import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { drawWithFinger } from './draw.ts'

/** Types an amount where the slider's figure is. */
export async function typeAmount(page: Page, amount: string) {
  await page.getByRole('button', { name: 'Escribir otra cantidad' }).click()
  const sheet = page.getByRole('dialog', { name: 'Ingreso' })
  await sheet.getByRole('textbox').fill(amount)
  await sheet.getByRole('button', { name: 'Aceptar' }).click()
  await expect(sheet).toBeHidden()
}

/** Solicitar, and what is asked in return. */
export async function confirmRequest(page: Page, question: string) {
  await page.getByRole('button', { name: 'Solicitar' }).tap()
  const sheet = page.getByRole('dialog', { name: question })
  await sheet.getByRole('button', { name: 'Confirmar' }).tap()
}

interface Signing {
  /** The first words of the file that the signed contract is saved as. */
  contract: string
  /** Looks at each step with axe as well. */
  accessible?: boolean
}

/** From the offer on screen to the money: place, contract, signature by hand, and the money's way to its end. */
export async function signOffer(page: Page, { contract, accessible = false }: Signing) {
  const look = async () => accessible && (await expectAccessible(page))
  const accept = page.getByRole('button', { name: 'Aceptar', exact: true })
  await expect(accept).toBeVisible()
  await look()
  await accept.tap()
  await shareLocation(page)
  await expect(page.getByRole('heading', { name: 'Tu contrato' })).toBeVisible()
  await page.getByRole('button', { name: 'Leer el contrato completo (PDF)' }).tap()
  await expect(page.getByText(/Página 1 de \d/).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Contrato' }).locator('canvas')).toBeVisible()
  await page.getByRole('dialog', { name: 'Contrato' }).getByRole('button', { name: 'Cerrar' }).tap()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await look()
  await page.getByRole('button', { name: 'Firmar', exact: true }).tap()
  const next = page.getByRole('button', { name: 'Continuar' })
  await expect(next).toBeDisabled()
  await drawWithFinger(page, page.getByRole('img', { name: /firma/ }))
  await expect(next).toBeEnabled()
  await clearSignature(page)
  await drawWithFinger(page, page.getByRole('img', { name: /firma/ }))
  await look()
  await goOn(page)
  await expect(page.getByRole('img', { name: 'Tu firma' })).toBeVisible()
  await look()
  await page.getByRole('button', { name: 'Terminar' }).tap()
  await expect(page.getByText('El dinero ha sido enviado.')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('Tu dinero ya está en tu cuenta.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('list', { name: 'El camino de tu dinero' }).getByRole('listitem')).toHaveCount(
    4,
  )
  await look()
  await downloadContract(page, contract)
}

/** Limpiar: what was drawn is gone. */
async function clearSignature(page: Page) {
  await page.getByRole('button', { name: 'Limpiar' }).tap()
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeDisabled()
}

/** Continuar: the signature is looked at once more. */
export async function goOn(page: Page) {
  await page.getByRole('button', { name: 'Continuar' }).tap()
  await expect(page.getByRole('heading', { name: 'Confirma' })).toBeVisible()
}

/** The sealed contract follows through the queue: the button says that it is not there yet until it is. */
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

/** One payment in the office, on the tab of payments. */
export async function registerPayment(page: Page) {
  await page.getByRole('button', { name: 'Nuevo pago' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Nuevo pago' })
  await dialog.getByRole('button', { name: 'Registrar pago' }).click()
  await expect(dialog).toBeHidden()
}

/** Shares the place and waits for the contract; a machine under load may need a second try for the place. */
export async function shareLocation(page: Page) {
  await page.getByRole('button', { name: 'Aceptar y compartir ubicación' }).click()
  const contract = page.getByRole('button', { name: 'Leer el contrato completo (PDF)' })
  const again = page.getByRole('button', { name: 'Intentar de nuevo' })
  await expect(contract.or(again)).toBeVisible({ timeout: 30_000 })
  if (await again.isVisible()) await again.click()
  await expect(contract).toBeVisible({ timeout: 30_000 })
}
