import { expect, type Page } from '@playwright/test'
import { codeOf } from './authenticator.ts'
import { workerPassword } from './http.ts'
import { shoot, signInAs, visit } from './screenshots.ts'
import { makeWorker } from './workers.ts'

/** Takes screenshots of a worker's security settings, recovery codes and the second step of the sign-in. */
export async function shootSecurity(page: Page) {
  const { token, email } = await makeWorker('Ofelia', { hasDocuments: false })
  await signInAs(page, token)
  await page.goto('/quincena/app/security')
  await page.getByRole('button', { name: 'Ver historial' }).click()
  await shoot(page, 'worker-security')
  await page.locator('label').filter({ hasText: 'Verificación en dos pasos' }).click()
  const sheet = page.getByRole('dialog')
  const secret = await sheet.getByText(/^(\w{4} ){7}\w{4}$/).textContent()
  await shoot(page, 'worker-two-factor')
  await sheet.getByLabel('Contraseña actual').fill(workerPassword)
  await sheet.getByLabel('Código de verificación').fill(codeOf(secret?.replaceAll(' ', '') ?? ''))
  await sheet.getByRole('button', { name: 'Activar' }).click()
  await expect(sheet.getByRole('checkbox')).toBeVisible()
  await shoot(page, 'worker-recovery-codes')
  await visit(page, 'app/change-password', 'worker-change-password-empty')
  await page.getByLabel('Nueva contraseña', { exact: true }).fill('Quincena1')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByText('La contraseña actual no puede estar vacía.')).toBeVisible()
  await shoot(page, 'worker-change-password')
  await signInAs(page, null)
  await page.goto('/quincena/app/login')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña').fill(workerPassword)
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByLabel('Código de verificación')).toBeVisible()
  await shoot(page, 'worker-login-code')
}

/** Takes screenshots of the sign-in of both apps with its errors and texts, and of the page that sets a password. */
export async function shootSignInScreens(page: Page) {
  await signInAs(page, null)
  await visit(page, 'app/login', 'worker-login')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await shoot(page, 'worker-login-errors')
  await page.getByRole('button', { name: 'aviso de privacidad' }).click()
  await expect(page.getByRole('dialog')).toContainText('Aviso de privacidad')
  await shoot(page, 'worker-login-privacy')
  await visit(page, 'app/welcome', 'worker-welcome')
  await visit(page, 'auth/inicio-de-sesion', 'staff-login')
  await visit(page, 'auth/contrasena', 'password')
}
