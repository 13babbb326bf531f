import { expect, type Page } from '@playwright/test'
import { findLoan } from './demo-loans.ts'
import { shoot, signInAs, visit } from './screenshots.ts'
import { makeWorker } from './workers.ts'

async function shootBank(page: Page) {
  await visit(page, 'app/bank-staff', 'worker-bank')
  await page.getByRole('button', { name: 'Eliminar cuenta bancaria' }).click()
  await expect(page.getByLabel('Contraseña actual')).toBeVisible()
  await shoot(page, 'worker-bank-delete')
  await page.goto('/quincena/app/bank-staff')
  await page.getByRole('button', { name: 'Cambiar cuenta' }).click()
  await shoot(page, 'worker-bank-form')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await shoot(page, 'worker-bank-errors')
}

/** Takes screenshots of a worker's profile, personal data and bank account. */
export async function shootOwnData(page: Page) {
  await signInAs(page, (await makeWorker('Amparo', { hasDocuments: false })).token)
  await visit(page, 'app/profile', 'worker-profile')
  for (const tab of ['perfil', 'domicilio', 'laboral'])
    await visit(page, `app/personal-data?tab=${tab}`, `worker-data-${tab}`)
  await shootBank(page)
}

async function shootOffline(page: Page) {
  await visit(page, 'app/home', 'worker-home-of-two')
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
  await page.goto('/quincena/app/home')
  await expect(page.getByText(/^Sin conexión\. Visto /)).toBeVisible()
  await shoot(page, 'worker-offline')
  await page.unroute('**/api/**')
}

/** Takes screenshots of help, legal texts and privacy requests, and of the home screen without a network. */
export async function shootHelp(page: Page) {
  await signInAs(page, await (await findLoan('credit', 'active', { payments: 2 })).token())
  await visit(page, 'app/help-support', 'worker-help')
  await visit(page, 'app/faq', 'worker-faq')
  await page.getByLabel('Busca en las preguntas').fill('comision')
  await shoot(page, 'worker-faq-search')
  await page.getByLabel('Busca en las preguntas').fill('hipoteca')
  await shoot(page, 'worker-faq-none')
  await visit(page, 'app/consents', 'worker-consents')
  await visit(page, 'app/privacy', 'worker-privacy')
  await page.getByRole('button', { name: 'Ejercer un derecho' }).click()
  await page.getByRole('button', { name: 'Enviar solicitud' }).click()
  await expect(page.getByText('Elige el derecho que quieres ejercer.')).toBeVisible()
  await shoot(page, 'worker-privacy-request')
  await shootOffline(page)
  await signInAs(page, null)
  await visit(page, 'app/legal/privacy', 'worker-legal-privacy')
}
