import type { Page } from '@playwright/test'

/** Sends the confirmed decision without waiting for the time in which it can be undone; on a slow machine that is over. */
export async function sendDecision(page: Page) {
  const button = page.getByRole('button', { name: 'Enviar ya' })
  await button.click({ timeout: 6000 }).catch(() => undefined)
}

/** Approves the request on the screen and sends the decision; the test expects its result. */
export async function approveOnScreen(page: Page) {
  await page.getByRole('button', { name: 'Aprobar' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Aprobar solicitud?' })
  await dialog.getByRole('button', { name: 'Aprobar' }).click()
  await sendDecision(page)
}
