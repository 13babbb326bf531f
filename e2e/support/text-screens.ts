import { expect, type Page } from '@playwright/test'
import { shoot, visit } from './screenshots.ts'

const last = 'Párrafo 1'

/** Takes screenshots of the texts for an admin: list, versions, and a draft with a problem. Nothing is saved. */
export async function shootTexts(page: Page) {
  await visit(page, 'configuracion/textos', 'staff-texts')
  await visit(page, 'configuracion/textos/privacy', 'staff-text')
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByRole('dialog')).toContainText('{lender}')
  await shoot(page, 'staff-text-version')
  await visit(page, 'configuracion/textos/faq/borrador', 'staff-text-questions')
  await visit(page, 'configuracion/textos/privacy/borrador', 'staff-text-draft')
  await page.getByRole('textbox', { name: last }).first().fill('Hola {nadie}')
  await expect(page.getByText('No existe el campo «{nadie}».')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar sección 2' }).click()
  await shoot(page, 'staff-text-problems')
  await page.getByRole('button', { name: 'Descartar cambios' }).click()
}
